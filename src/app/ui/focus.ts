import type { KeyboardEvent } from 'react'

/** Puts the focus on the page's own part, for what had it is gone: the next Tab leads to the first thing there. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus()
}

/** A `ref` for the way back from something that may have taken the focus with it, such as a row that was deleted. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus()
}

const textFields = 'textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])'

/** Whether an event happened where text is written, or chosen by typing: there keys are the field's own. */
export function isInTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(textFields) !== null
}

/**
 * Whether a key belongs to a word that is still being composed, which has the keys to itself. Safari ends a composition
 * before its last key arrives; that key still has the composing code.
 */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}

/**
 * Whether a key in a text field sends its text: Enter, but not Shift+Enter. On a touch screen Enter is the only way to
 * start a new line, so there it needs Ctrl or Cmd.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return false
  return event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches
}
