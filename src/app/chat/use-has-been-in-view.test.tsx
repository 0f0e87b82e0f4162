import { act, useLayoutEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useHasBeenInView } from './use-has-been-in-view.ts'

const place = document.createElement('div')
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('oncontentvisibilityautostatechange', null)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

/** What the browser tells an element of `content-visibility: auto`. */
function tell(element: Element | null, skipped: boolean) {
  element?.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange', { bubbles: true }), { skipped }))
}

interface ProbeProps {
  initially?: boolean
  /** Done once it stands in the document, before the browser draws. */
  atOnce?: () => void
}

function Probe({ initially = false, atOnce }: ProbeProps) {
  const element = useRef<HTMLDivElement>(null)
  const seen = useHasBeenInView(element, initially)
  useLayoutEffect(() => atOnce?.(), [atOnce])
  return (
    <div ref={element}>
      {seen ? 'seen' : 'unseen'}
      <p />
    </div>
  )
}

const probe = () => place.firstElementChild
const draw = (props: ProbeProps = {}) => act(() => root.render(<Probe {...props} />))

describe('whether an element has come near the view', () => {
  it('is told by the browser, and stays so', () => {
    draw()
    expect(place.textContent).toBe('unseen')
    act(() => tell(probe(), false))
    expect(place.textContent).toBe('seen')
    act(() => tell(probe(), true))
    expect(place.textContent).toBe('seen')
  })

  it('is known though the browser tells before anything was drawn', () => {
    draw({ atOnce: () => tell(probe(), false) })
    expect(place.textContent).toBe('seen')
  })

  it('is not taken from what goes out of view, nor from what stands within it', () => {
    draw()
    act(() => tell(probe(), true))
    act(() => tell(place.querySelector('p'), false))
    expect(place.textContent).toBe('unseen')
  })

  it('is true at once where it is said to be, or where the browser does not tell', () => {
    draw({ initially: true })
    expect(place.textContent).toBe('seen')
    act(() => root.unmount())
    Reflect.deleteProperty(globalThis, 'oncontentvisibilityautostatechange')
    root = createRoot(place)
    draw()
    expect(place.textContent).toBe('seen')
  })
})
