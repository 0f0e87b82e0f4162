import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const place = document.createElement('div')

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // React reports what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function draw(load: () => Promise<(props: { name: string }) => string>) {
  const Part = lazyPart(load)
  const root = createRoot(place)
  await act(async () => {
    root.render(
      <Suspense fallback="on its way">
        <Part name="Ada" />
      </Suspense>,
    )
    await Promise.resolve()
  })
}

describe('a part of the page that is loaded on demand', () => {
  it('is drawn with what it was given', async () => {
    await draw(() => Promise.resolve(({ name }) => `Hello ${name}`))
    expect(place.textContent).toBe('Hello Ada')
  })

  it('says that it could not be loaded', async () => {
    await draw(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(place.querySelector('[role="alert"]')?.textContent).toContain('could not be loaded')
  })
})
