import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { harmIn } from './hostile.test-support/harm-in.ts'
import { hostileStrings } from './hostile.test-support/hostile-strings.ts'
import { Markdown } from './markdown.tsx'

let place: HTMLElement
let root: Root

beforeEach(() => {
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
})

/** The prefixes of a text as it grows, in at most this many steps. */
function growthOf(text: string, steps = 8): string[] {
  const stride = Math.ceil(text.length / steps)
  const growth = Array.from({ length: Math.floor(text.length / stride) }, (_, index) =>
    text.slice(0, (index + 1) * stride),
  )
  return [...growth, text]
}

/** The browser's requests to other origins. */
function requestsElsewhere(): string[] {
  const requested = performance.getEntriesByType('resource').map(({ name }) => name)
  return requested.filter((address) => new URL(address).origin !== location.origin)
}

describe('hostile text', () => {
  it('has hundreds of samples', () => {
    const all = Object.values(hostileStrings).flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(400)
  })

  it.each(Object.entries(hostileStrings))(
    'is plain text while it grows and at the end: %s',
    async (_kind, strings) => {
      const dialogs = [vi.spyOn(window, 'alert'), vi.spyOn(window, 'open')]
      const harm = new Set<string>()
      for (const text of strings) {
        for (const part of growthOf(text)) {
          flushSync(() => root.render(<Markdown text={part} open={part !== text} />))
          for (const found of harmIn(place)) harm.add(`${found} from ${JSON.stringify(part)}`)
        }
      }
      flushSync(() => root.render(<Markdown text={strings.join('\n\n')} open={false} />))
      // Formulas render once KaTeX is loaded.
      await expect.poll(() => place.querySelectorAll('.maths:empty').length).toBe(0)
      expect([...harm, ...harmIn(place), ...requestsElsewhere()]).toEqual([])
      for (const dialog of dialogs) expect(dialog).not.toHaveBeenCalled()
    },
    60_000,
  )

  it('is detected by the check itself', () => {
    place.innerHTML =
      '<p onclick="x"><a href="javascript:x">x</a><script></script><img src="https://hostile.example"></p><p id="root">x</p>'
    expect(harmIn(place).length).toBeGreaterThanOrEqual(6)
  })
})
