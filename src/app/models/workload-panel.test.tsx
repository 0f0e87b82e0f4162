import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NumberField } from './workload-panel.tsx'

const place = document.createElement('div')
let root: Root
const max = 4000
const onChange = vi.fn<(value: number) => void>()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

function show(value: number): void {
  act(() => root.render(<NumberField id="field" label="Tokens" example="2k" {...{ value, max, onChange }} />))
}

function field(): HTMLInputElement {
  const input = place.querySelector('input')
  if (!input) throw new Error('No field')
  return input
}

function type(text: string): void {
  act(() => {
    // React compares with the value that it set itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}
function press(key: string): void {
  act(() => void field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
}
function leave(): void {
  act(() => void field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}
const shown = () => [place.querySelector('input')?.value, place.querySelector('[role="alert"]')?.textContent]

const error = 'Type a number from 0 to 4,000, or a size such as 2k.'

beforeEach(() => onChange.mockClear())

it('keeps invalid text until it is corrected or the value changes', () => {
  show(7)
  type('5000')
  expect(shown()).toEqual(['5000', error])
  type('many')
  expect(shown()).toEqual(['many', error])
  expect(onChange).not.toHaveBeenCalled()
  show(7)
  expect(shown()).toEqual(['many', error])
  show(3)
  expect(shown()).toEqual(['3', undefined])
  type('5')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(5)
})

it('accepts sizes such as 200k, and shows the number on blur', () => {
  show(7)
  for (const text of ['2', '2.', '2.5', '2.5 k']) {
    type(text)
    // The page that holds it may round it.
    show(Math.round(onChange.mock.lastCall?.[0] ?? 0))
    expect(shown()).toEqual([text, undefined])
  }
  expect(onChange).toHaveBeenLastCalledWith(2500)
  leave()
  expect(shown()).toEqual(['2500', undefined])
  type('')
  expect(shown()).toEqual(['', error])
  leave()
  expect(shown()).toEqual(['2500', undefined])
})

it('is a spin button with arrow keys', () => {
  show(7)
  const spin = field()
  expect([spin.role, spin.ariaValueNow, spin.ariaValueMin, spin.ariaValueMax]).toEqual(['spinbutton', '7', '0', '4000'])
  for (const [key, value] of [
    ['ArrowUp', 8],
    ['PageUp', 18],
    ['ArrowDown', 17],
    ['PageDown', 7],
    ['PageDown', 0],
  ] as const) {
    press(key)
    expect(onChange).toHaveBeenLastCalledWith(value)
    show(value)
  }
})
