import type { KeyboardEvent } from 'react'

/** Moves focus to the page content after the focused element is gone. The next Tab goes to the first control there. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus()
}

/** A `ref` that takes focus if it was lost, such as with a deleted row. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus()
}

/**
 * Focuses the first text field that matches, with the caret at its end. Without a caret set here, Chromium sometimes
 * leaves it where a dialog was that closed just before: the field then has focus, and what is typed goes nowhere.
 */
export function focusField(selector: string): void {
  const field = document.querySelector<HTMLTextAreaElement | HTMLInputElement>(selector)
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Frames to wait for a page to appear before giving up on focus. */
const maxFrames = 90

/** Focuses the element with this accessible name once its page has appeared. */
export function focusOn(label: string, framesLeft = maxFrames): void {
  const element = document.querySelector<HTMLElement>(`main [aria-label="${label}"]`)
  if (element) element.focus()
  else if (framesLeft > 0) requestAnimationFrame(() => focusOn(label, framesLeft - 1))
}

const textFields = 'textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])'

/** Whether an event comes from a text field or select, which handles keys itself. */
export function isInTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(textFields) !== null
}

/**
 * Whether a key belongs to an IME composition. Safari ends a composition before its last key arrives; that key still
 * has the code 229.
 */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}

/**
 * Whether a key sends the text: Enter, but not Shift+Enter. On a touch screen only Ctrl or Cmd with Enter, since Enter
 * is the only way to start a new line there.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return false
  return event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches
}
