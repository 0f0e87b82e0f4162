import type { KeyboardEvent } from 'react'

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
