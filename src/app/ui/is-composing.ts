import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to a word that is still being composed, which has the keys to itself. Safari ends a composition
 * before its last key arrives; that key still has the composing code.
 */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}
