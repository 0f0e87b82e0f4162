import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { harmIn } from './hostile.test-support/harm-in.ts'
import { hostileStrings } from './hostile.test-support/hostile-strings.ts'
import { Markdown } from './markdown.tsx'

let place: HTMLElement
let root: Root

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => act(() => root.unmount()))

/** A text as it grows; the browser test goes through every character, this one through at most so many steps. */
function growthOf(text: string, steps = 48): string[] {
  const stride = Math.ceil(text.length / steps)
  const growth = Array.from({ length: Math.floor(text.length / stride) }, (_, index) =>
    text.slice(0, (index + 1) * stride),
  )
  return [...growth, text]
}

describe('hostile text', () => {
  it('comes in hundreds', () => {
    const all = Object.values(hostileStrings).flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(400)
  })

  it.each(Object.entries(hostileStrings))(
    'is only text while it grows and at its end: %s',
    async (_kind, strings) => {
      const harm = new Set<string>()
      for (const text of strings) {
        for (const part of growthOf(text)) {
          act(() => root.render(<Markdown text={part} open={part !== text} />))
          for (const found of harmIn(place)) harm.add(`${found} from ${JSON.stringify(part)}`)
        }
      }
      // What is fetched only when it is needed draws a moment later.
      await act(async () => root.render(<Markdown text={strings.join('\n\n')} open={false} />))
      expect([...harm, ...harmIn(place)]).toEqual([])
    },
    60_000,
  )

  it('is seen where there is any', () => {
    place.innerHTML =
      '<p onclick="x"><a href="javascript:x">x</a><script></script><img src="https://hostile.example"></p><p id="root">x</p>'
    expect(harmIn(place).length).toBeGreaterThanOrEqual(6)
    place.replaceChildren()
  })
})
