import fc from 'fast-check'
import { act, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { htmlAsText } from './document/parse-markdown.ts'
import { markdownText } from './document/markdown.test-support.ts'
import { elements } from './elements.tsx'
import { Markdown } from './markdown.tsx'
import { remarkMaths } from './maths/remark-maths.ts'
import { slowInputs } from './slow-inputs.test-support.ts'
import { sanitizeUrl } from './safe-link.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

const places: HTMLElement[] = []
afterEach(() => {
  places.splice(0).forEach((place) => place.remove())
  vi.unstubAllGlobals()
})

async function open() {
  const place = document.createElement('div')
  document.body.append(place)
  places.push(place)
  const root = createRoot(place)
  return {
    place,
    async show(text: string, more: boolean) {
      await act(async () => {
        root.render(<Markdown text={text} open={more} />)
        await Promise.resolve()
      })
      // Long texts are processed in parts, with a turn of the event loop between them.
      for (let lines = text.split('\n').length; lines > 30; lines -= 30) {
        await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
      }
    },
    close: () => act(() => root.unmount()),
  }
}

/** The elements of a reply, without our groups, reply-specific ids and whitespace between blocks. */
async function shapeOf(place: HTMLElement): Promise<string> {
  // Formulas render in several tasks once KaTeX is loaded.
  while (place.querySelector('.maths:empty')) await act(() => new Promise((resolve) => setTimeout(resolve)))
  const copy = place.cloneNode(true) as HTMLElement
  for (const group of copy.querySelectorAll('.block-group, .prose')) group.replaceWith(...group.childNodes)
  // Highlighting arrives at any time. Unclosed code in a list may or may not end with empty lines.
  for (const code of copy.querySelectorAll('pre code')) code.replaceChildren(code.textContent?.trimEnd() ?? '')
  for (const element of copy.querySelectorAll('*')) {
    for (const name of ['id', 'href', 'aria-describedby', 'aria-busy']) {
      const value = element.getAttribute(name)
      if (value?.includes('-fn') || name !== 'href') element.removeAttribute(name)
    }
    if (element.closest('p, pre, td, th, a, code, h1, h2, h3, h4, h5, h6') === null) trimTexts(element)
  }
  trimTexts(copy)
  return copy.innerHTML
}

function trimTexts(element: Element) {
  element.normalize()
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim() === '') child.remove()
    else if (child.nodeType === Node.TEXT_NODE) child.textContent = child.textContent?.trim() ?? ''
  }
}

async function atOnce(text: string): Promise<string> {
  const { place, show, close } = await open()
  await show(text, false)
  const shape = await shapeOf(place)
  close()
  return shape
}

async function streamed(text: string, cuts: readonly number[]): Promise<string> {
  const { place, show, close } = await open()
  for (const cut of cuts.toSorted((a, b) => a - b)) await show(text.slice(0, cut % (text.length + 1)), true)
  await show(text, false)
  const shape = await shapeOf(place)
  close()
  return shape
}

/** The same text rendered by react-markdown at once, as the reference. */
async function inOnePiece(text: string): Promise<string> {
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () => {
    root.render(
      <StrictMode>
        <ReactMarkdown
          remarkPlugins={[remarkGfm, remarkMaths, () => htmlAsText]}
          components={elements}
          urlTransform={sanitizeUrl}
        >
          {text.replaceAll(/\r\n?/g, '\n')}
        </ReactMarkdown>
      </StrictMode>,
    )
    await Promise.resolve()
  })
  const shape = await shapeOf(place)
  act(() => root.unmount())
  return shape
}

describe('a reply', () => {
  it.each([
    ['a link defined after it is used', 'See [the page][p].\n\nMore.\n\n[p]: https://example.org "t"'],
    ['the first of two definitions', '[a]\n\n[a]: https://one.example\n\n[a]: https://two.example'],
    ['footnotes across blocks', 'One[^b] two[^a].\n\nThree[^b].\n\n[^a]: First.\n\n[^b]: Second [^a].\n\n    More.'],
    ['a list that turns loose', '- one\n- two\n\n- three'],
    ['a tight list with a nested loose one', '- one\n  - a\n\n  - b\n- two'],
    ['maths beside prices', 'Costs $5. Then $6 \\times 7 = 42$, and $5 and $10 of it.'],
    ['a task list', '1. [x] done\n2. [ ] open'],
    ['a list that starts at four', '4. four\n5. five'],
    ['a table', '| a | b |\n|:--|--:|\n| 1 | **2** |\n| 3 | `4` |\n| 5 |'],
    ['a table of many rows', `| a |\n|---|\n${'| x |\n'.repeat(40)}`],
    ['code in a list', '- a\n\n  ```js\n  let a\n\n  let b\n  ```\n- b'],
    ['raw HTML', '<script>\n</script>\n<div>word'],
    ['line endings of all kinds', 'a\r\nb\r\rc\n\r\n- d'],
  ])(
    'streamed and at once, %s reads as in one piece',
    async (_, text) => {
      const whole = await inOnePiece(text)
      expect(await atOnce(text)).toBe(whole)
      expect(
        await streamed(
          text,
          Array.from({ length: text.length }, (__, index) => index),
        ),
      ).toBe(whole)
    },
    60_000,
  )

  it('clips runs of combining marks on screen, but copies code completely', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue()
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const marks = '\u0301'.repeat(50)
    const shown = '\u0301'.repeat(10)
    const { place, show, close } = await open()
    await show(`a${marks} [b${marks}](https://example.org/)\n\n\`\`\`\nc${marks}\n\`\`\``, false)
    expect(place.querySelector('p')?.textContent).toContain(`a${shown} b${shown}`)
    expect(place.querySelector('pre')?.textContent).toBe(`c${shown}`)
    act(() => place.querySelector('button')?.click())
    expect(writeText).toHaveBeenCalledWith(`c${marks}`)
    close()
  })

  it('that arrives at once renders like a single parse, its end first', async () => {
    const blocks = Array.from({ length: 12 }, (_, n) => `- **${n}** [a]\n- ${'*some* words '.repeat(50)}`)
    const text = `${blocks.join('\n\n---\n')}\n\n[a]: https://example.org`
    const whole = await inOnePiece(text)
    const { place, show, close } = await open()
    await show(text, false)
    expect(place.querySelector('.block-group')?.firstElementChild?.className).toBe('plain-text')
    expect(place.querySelectorAll('li').length).toBeGreaterThan(6)
    while (place.querySelector('.plain-text')) await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(await shapeOf(place)).toBe(whole)
    close()
  }, 60_000)

  it('that grows by a burst renders its last lines at once, and the rest when the page has time', async () => {
    const text = Array.from({ length: 40 }, (_, n) => `- **${n}** ${'some words '.repeat(10)}`).join('\n\n---\n\n')
    const whole = await inOnePiece(`Hello\n\n${text}`)
    const { place, show, close } = await open()
    await show('Hello\n\n', true)
    await show(`Hello\n\n${text}`, true)
    expect(place.querySelectorAll('li').length).toBeLessThan(5)
    expect([...place.querySelectorAll('li')].at(-1)?.textContent).toMatch(/^39 /u)
    expect(place.textContent).toContain('**0** some words')
    await show(`Hello\n\n${text}`, false)
    while (place.querySelector('.plain-text')) await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(await shapeOf(place)).toBe(whole)
    close()
  }, 60_000)

  it('renders the same however it is split, like a single parse', async () => {
    await fc.assert(
      fc.asyncProperty(markdownText, fc.array(fc.nat(), { maxLength: 8 }), async (text, cuts) => {
        const whole = await inOnePiece(text)
        expect(await atOnce(text)).toBe(whole)
        expect(await streamed(text, cuts)).toBe(whole)
      }),
      { numRuns: 60 },
    )
  }, 180_000)
})

// A parser that hangs on one of them fails by its time limit. `npm run bench:stream -- --only slow-input` measures each.
it.each(Object.entries(slowInputs))('all of %s is shown', async (_, text) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const place = document.createElement('div')
  document.body.append(place)
  places.push(place)
  const root = createRoot(place)
  root.render(<Markdown text={`${text}\n\nThe end of it.`} open={false} />)
  await expect.poll(() => place.textContent?.trimEnd().endsWith('The end of it.')).toBe(true)
  root.unmount()
})
