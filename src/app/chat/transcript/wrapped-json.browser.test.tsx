// First, as its resets come before all other styles.
import '#app/ui/tokens.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { WrappedJson, readableText } from './wrapped-json.tsx'

const view = page.getByRole('group', { name: 'Body' })

test('indents JSON, also where it is cut off, keeps digits, and leaves other text unchanged', () => {
  expect(readableText('{"seed":9223372036854775807,"a":[]}')).toBe('{\n  "seed": 9223372036854775807,\n  "a": []\n}')
  expect(readableText('{"a":{"b":"cu')).toBe('{\n  "a": {\n    "b": "cu')
  expect(readableText('<p>No\u202E\n</p>')).toBe('<p>No\\u202e\n</p>')
})

test('shows what was written, one line for each', async () => {
  const value = { name: 'say "hi", {x}: 1,\n\\', list: [1, true, null, 'שלום'], empty: '' }
  await render(<WrappedJson label="Body" text={JSON.stringify(value)} />)
  const { innerText } = view.element() as HTMLElement
  expect(innerText).toBe(JSON.stringify(value, null, 2))
})

test('shows text with many lines in parts', async () => {
  const lines = Array.from({ length: 1_500 }, (_, index) => `line ${index}`)
  await render(<WrappedJson label="Body" text={lines.join('\n')} />)
  await expect.element(view).toHaveTextContent('line 999')
  expect(view.element().textContent).not.toContain('line 1000')
  await view.getByRole('button', { name: 'Show more (500 lines)' }).click()
  await expect.element(view).toHaveTextContent('line 1499')
  expect((view.element() as HTMLElement).innerText).toBe(lines.join('\n'))
})
