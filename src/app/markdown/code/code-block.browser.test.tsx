import '#app/ui/tokens.css'
import '#app/markdown/prose.css'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Markdown } from '#app/markdown/markdown.tsx'

const program = ['/* Two lines', 'of comment */', '', 'const name = "x"', '\tif (name) alert(`no`)', ''].join('\n')
const code = () => document.querySelector<HTMLElement>('pre code')
const selectedCode = () => {
  getSelection()?.selectAllChildren(code() ?? document)
  return String(getSelection())
}

test('highlights code line by line while it streams, and copies and selects it unchanged', async () => {
  const begun = '```ts\n/* Two lines\nof com'
  const whole = `\`\`\`ts\n${program}\n\`\`\`\n\nAfter.`
  const { rerender } = await render(<Markdown text={begun} open />)
  expect(code()?.textContent).toBe('/* Two lines\nof com')
  // The second line is a comment only because the first one opened it.
  await expect
    .poll(() => [...document.querySelectorAll('.text-syntax-comment')].at(-1)?.textContent)
    .toContain('of com')
  await rerender(<Markdown text={whole.slice(0, -12)} open />)
  await expect.poll(() => document.querySelector('.text-syntax-keyword')?.textContent).toBe('const ')
  await rerender(<Markdown text={whole} open={false} />)
  await expect.element(page.getByText('After.')).toBeVisible()
  expect(code()?.textContent).toBe(program)
  expect(selectedCode().trimEnd()).toBe(program.trimEnd())

  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(copy).toHaveBeenCalledWith(program)
  copy.mockRestore()
})

test('selects long code exactly', async () => {
  const long = Array.from({ length: 1_000 }, (_, line) => (line % 7 === 0 ? '' : `line ${line}`)).join('\n')
  await render(<Markdown text={`\`\`\`\n${long}\n\`\`\`\n`} open={false} />)
  await expect.poll(() => code()?.textContent).toContain('line 999')
  expect(selectedCode()).toBe(long)
})

test('renders maths with KaTeX, and leaves money and invalid TeX unchanged', async () => {
  const begun = 'Lunch was $5 and $6, so $x^2 + y$ and \\(\\frac{a}{b}\\).\n\n$$\n\\int_0^1 x\\,dx = \\tfrac12\n'
  const { container, rerender } = await render(<Markdown text={begun} open />)
  await expect.poll(() => container.querySelectorAll('.katex').length).toBe(2)
  expect(container.textContent).toContain('Lunch was $5 and $6, so')
  await rerender(<Markdown text={`${begun}$$\n\nBroken: $\\nothing_known{x}$.`} open={false} />)
  await expect.poll(() => container.querySelectorAll('.katex-display').length).toBe(1)
  await expect.poll(() => container.querySelectorAll('math').length).toBe(3)
  await expect.poll(() => container.querySelector('code')?.textContent).toBe('\\nothing_known{x}')
  await document.fonts.ready
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
  expect(loaded.map(({ family }) => family).join()).toContain('KaTeX_Math')
})
