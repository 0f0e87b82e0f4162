import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#app/ui/tokens.css'
import { Hint } from './hint.tsx'

const word = page.getByRole('button', { name: 'Context' })
const bubble = page.getByRole('tooltip')

async function show(): Promise<void> {
  await render(
    <div style={{ position: 'fixed', top: 0, right: 0 }}>
      <Hint text="Input and output together, in tokens, at most">Context</Hint>
      <button type="button">Next</button>
    </div>,
  )
  await expect.element(bubble).not.toBeInTheDocument()
}

test('opens by keyboard, closes with Escape or when focus leaves, and doesn’t take focus', async () => {
  await show()
  await userEvent.tab()
  await expect.element(bubble).toHaveTextContent('Input and output together')
  await expect.element(word).toHaveAccessibleDescription(/^Input and output/u)
  await userEvent.keyboard('{Escape}')
  await expect.element(bubble).not.toBeInTheDocument()
  await expect.element(word).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  await expect.element(bubble).toBeVisible()
  await userEvent.tab()
  await expect.element(bubble).not.toBeInTheDocument()
})

test('opens within the window and not under the pointer', async () => {
  await show()
  await word.hover()
  await expect.element(bubble).toBeVisible()
  const { left, right, top } = bubble.element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(innerWidth)
  expect(top).toBeGreaterThanOrEqual(word.element().getBoundingClientRect().bottom)
  await page.getByRole('button', { name: 'Next' }).hover()
  await expect.element(bubble).not.toBeInTheDocument()
})
