import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NumberField } from './number-field.tsx'

const place = document.createElement('div')
let root: Root
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
  act(() =>
    root.render(<NumberField id="field" label="Tokens" error="Type a number." {...{ value, max: 10, onChange }} />),
  )
}

function type(text: string): void {
  const field = place.querySelector('input')
  if (!field) throw new Error('No field')
  act(() => {
    // React looks at what the field itself was told last.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const shown = () => [place.querySelector('input')?.value, place.querySelector('[role="alert"]')?.textContent]

it('keeps what was mistyped until that is mended, or another value comes from elsewhere', () => {
  show(7)
  type('11')
  expect(shown()).toEqual(['11', 'Type a number.'])
  expect(onChange).not.toHaveBeenCalled()
  show(7)
  expect(shown()).toEqual(['11', 'Type a number.'])
  show(3)
  expect(shown()).toEqual(['3', undefined])
  type('5')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(5)
})
