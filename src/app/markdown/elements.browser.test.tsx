import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { elements } from './elements.tsx'
import { remarkMaths } from './maths/remark-maths.ts'
import { sanitizeUrl } from './safe-link.tsx'

let place: HTMLElement
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function show(markdown: string) {
  await act(async () =>
    root.render(
      <div data-part="text">
        <ReactMarkdown remarkPlugins={[remarkGfm, remarkMaths]} components={elements} urlTransform={sanitizeUrl}>
          {markdown}
        </ReactMarkdown>
      </div>,
    ),
  )
}

function press(name: string) {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  act(() => button?.click())
}

describe('the elements of a reply', () => {
  it('opens links in a new tab, and shows where they go', async () => {
    await show('[bank.example](https://hostile.example/x) and [nothing](javascript:alert(1))')
    const link = place.querySelector('a')
    expect(link?.outerHTML).toContain('target="_blank" rel="noopener noreferrer"')
    expect(link?.title).toBe('https://hostile.example/x')
    expect(place.textContent).toBe('bank.example (goes to hostile.example) and nothing')
    expect(place.querySelectorAll('a').length).toBe(1)
  })

  it('jumps from a footnote reference to its text without changing the URL', async () => {
    await show('A claim.[^1]\n\n[^1]: Its source.')
    const before = location.href
    const note = place.querySelector<HTMLElement>('li[id]')
    if (note) note.scrollIntoView = () => {}
    act(() => place.querySelector<HTMLElement>('sup a')?.click())
    expect(document.activeElement).toBe(note)
    expect(location.href).toBe(before)
  })

  it('opens a remote image and shows an embedded one only on request', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await show('![a boat](https://pictures.example/boat.png) ![own](data:image/gif;base64,R0lGODlhAQABAAAAACw=)')
    expect(place.textContent).toContain('Image: a boat (pictures.example)')
    expect(place.querySelector('img')).toBeNull()
    press('Open image')
    expect(open).toHaveBeenCalledWith('https://pictures.example/boat.png', '_blank', 'noopener,noreferrer')
    press('Show image')
    expect(place.querySelector('img')?.alt).toBe('own')
  })

  it('offers no button for an image without a safe URL', async () => {
    await show('![](/v1/models)')
    expect(place.textContent).toBe('Image: no description (not available)')
    expect(place.querySelector('button')).toBeNull()
  })

  it('renders code with its language, also in lists', async () => {
    await show('- a\n\n  ```ts\n  const a = 1\n\n  a\n  ```')
    expect(place.querySelector('pre code')?.textContent).toBe('const a = 1\n\na')
    expect(place.querySelector('.code-header')?.textContent).toBe('TypeScriptCopy')
  })

  it('copies code, and reports success or failure', async () => {
    const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('no'))
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await show('```\none\ntwo\n```')
    await act(async () => press('Copy'))
    expect(writeText).toHaveBeenCalledWith('one\ntwo')
    expect(place.querySelector('button')?.textContent).toBe('Copied')
    await act(async () => press('Copied'))
    expect(place.querySelector('button')?.textContent).toBe('Not copied')
  })

  it('renders maths, leaves invalid maths unchanged, and keeps an unclosed block separate', async () => {
    await show('$x^2$ and $\\nothing_known{x}$\n\n$$\n\\alpha')
    // It renders again once KaTeX is loaded.
    while (place.querySelectorAll('math, code').length < 3)
      await act(() => new Promise((resolve) => setTimeout(resolve)))
    const codes = [...place.querySelectorAll('code')].map(({ className, textContent }) => [className, textContent])
    expect(codes).toEqual([
      ['', '\\nothing_known{x}'],
      ['maths-unfinished', '$$\n\\alpha'],
    ])
  })

  it('labels the checkboxes of a task list', async () => {
    await show('- [x] a\n- [ ] b')
    const boxes = [...place.querySelectorAll('input')].map((box) => [box.ariaLabel, box.checked, box.disabled])
    expect(boxes).toEqual([
      ['Done', true, true],
      ['To do', false, true],
    ])
  })
})
