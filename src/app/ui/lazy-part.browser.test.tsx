import { act, type ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyPart, preloadParts, retryParts, onRetryFailure } from './lazy-part.tsx'

const place = document.createElement('div')
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // React logs the errors that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  onRetryFailure(() => undefined)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Named {
  name: string
}

const gone = () => Promise.reject(new TypeError('Failed to fetch'))
const greeting = ({ name }: Named) => `Hello ${name}`

async function draw(Part: ComponentType<Named>) {
  await act(async () => {
    root.render(<Part name="Ada" />)
    await Promise.resolve()
  })
}

describe('a lazy part', () => {
  it('renders with its props', async () => {
    await draw(lazyPart(() => Promise.resolve(greeting)))
    expect(place.textContent).toBe('Hello Ada')
  })

  it('renders at once if its script is loaded', async () => {
    const Part = lazyPart(() => Promise.resolve(greeting), { preload: true })
    preloadParts()
    await Promise.resolve()
    act(() => root.render(<Part name="Ada" />))
    expect(place.textContent).toBe('Hello Ada')
  })

  it('shows a fallback while loading, and replaces it everywhere in one commit', async () => {
    const Part = lazyPart(() => Promise.resolve(greeting), { loading: ({ name }) => `Waiting for ${name}` })
    const texts = new Set<string>()
    const observer = new MutationObserver(() => texts.add(place.textContent))
    observer.observe(place, { childList: true, subtree: true, characterData: true })
    const both = (
      <>
        <p>
          <Part name="Ada" />
        </p>
        <p>
          <Part name="Bob" />
        </p>
      </>
    )
    act(() => root.render(both))
    expect(place.textContent).toBe('Waiting for AdaWaiting for Bob')
    await act(() => Promise.resolve())
    observer.disconnect()
    expect([...texts]).toEqual(['Waiting for AdaWaiting for Bob', 'Hello AdaHello Bob'])
  })

  it('that throws while rendering doesn’t affect others', async () => {
    const breaksFor = ({ name }: Named) => {
      if (name === 'Ada') throw new Error('A defect')
      return `Hello ${name}`
    }
    const Part = lazyPart<Named>(() => Promise.resolve(breaksFor), { missing: ({ name }) => `No greeting for ${name}` })
    await act(async () => {
      root.render([<Part key="1" name="Ada" />, ' ', <Part key="2" name="Bob" />])
      await Promise.resolve()
    })
    expect(place.textContent).toBe('No greeting for Ada Hello Bob')
  })

  it('reports a failed load, and retries in place', async () => {
    const load = vi.fn<() => Promise<ComponentType<Named>>>(() => Promise.resolve(greeting))
    load.mockImplementationOnce(gone)
    await draw(lazyPart(load))
    expect(place.querySelector('[role="alert"]')?.textContent).toContain('couldn’t be loaded')
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Retry')
    await act(async () => {
      button?.click()
      await Promise.resolve()
    })
    expect(place.textContent).toBe('Hello Ada')
  })

  it('renders a given fallback, or nothing, after a failed load', async () => {
    await draw(lazyPart<Named>(gone, { missing: ({ name }) => `No greeting for ${name}` }))
    expect(place.textContent).toBe('No greeting for Ada')
    await draw(lazyPart<Named>(gone, { missing: null }))
    expect(place.textContent).toBe('')
  })

  it('reports a failed retry, and stays in place', async () => {
    const told = vi.fn<() => void>()
    onRetryFailure(told)
    await draw(lazyPart<Named>(gone))
    expect(told).not.toHaveBeenCalled()
    await act(retryParts)
    expect(told).toHaveBeenCalledOnce()
    expect(place.querySelector('[role="alert"]')).not.toBeNull()
  })

  it('can be preloaded, ignoring failures', async () => {
    const load = vi.fn(gone)
    lazyPart(load, { preload: true })
    lazyPart(() => expect.unreachable('it is not wanted yet'))
    preloadParts()
    expect(load).toHaveBeenCalledOnce()
    await Promise.resolve()
  })
})
