import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Sheet } from './sheet.tsx'

vi.mock('./sheet-panel.tsx', () => ({
  SheetPanel() {
    throw new TypeError('Failed to fetch')
  },
}))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // React reports what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('says that its panel could not be loaded, and leaves the page around it', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() =>
    root.render(
      <>
        <p>The page</p>
        <Sheet title="Parameters" trigger="Parameters">
          Within
        </Sheet>
      </>,
    ),
  )
  await act(async () => {
    place.querySelector('button')?.click()
    await vi.waitFor(() => Promise.resolve())
  })
  await vi.waitFor(() => expect(place.querySelector('[role="alert"]')?.textContent).toContain('could not be loaded'))
  expect(place.querySelector('p')?.textContent).toBe('The page')
  act(() => root.unmount())
})
