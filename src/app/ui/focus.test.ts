import type { KeyboardEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { isSendKey } from './focus.ts'

afterEach(() => vi.unstubAllGlobals())

function sends(isTouch: boolean, key: Partial<KeyboardEvent>): boolean {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: isTouch && query === '(pointer: coarse)' }))
  const event = { key: 'Enter', shiftKey: false, ctrlKey: false, metaKey: false, keyCode: 13, ...key }
  return isSendKey({ nativeEvent: { isComposing: false }, ...event } as KeyboardEvent)
}

it('is Enter on a keyboard, with or without Ctrl or Cmd', () => {
  expect(sends(false, {})).toBe(true)
  expect(sends(false, { ctrlKey: true })).toBe(true)
  expect(sends(false, { shiftKey: true })).toBe(false)
  expect(sends(false, { key: 'a' })).toBe(false)
  expect(sends(false, { keyCode: 229 })).toBe(false)
})

it('needs Ctrl or Cmd on a touch screen', () => {
  expect(sends(true, {})).toBe(false)
  expect(sends(true, { ctrlKey: true })).toBe(true)
  expect(sends(true, { metaKey: true })).toBe(true)
})
