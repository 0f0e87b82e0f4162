import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#app/ui/tokens.css'
import { PanelButton } from './panel-button.tsx'

const button = page.getByRole('button', { name: 'Views' })
const panel = page.getByRole('dialog', { name: 'Views' })
const after = page.getByRole('textbox', { name: 'After' })

async function open(): Promise<void> {
  await render(
    <div style={{ position: 'fixed', top: 40, right: 8 }}>
      <PanelButton title="Views" icon={null}>
        {(close) => (
          <button type="button" onClick={close}>
            Done
          </button>
        )}
      </PanelButton>
      <input aria-label="After" />
    </div>,
  )
  await expect.element(panel).not.toBeInTheDocument()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
}

test.for([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['what is within', () => page.getByRole('button', { name: 'Done' }).click()],
  ['its button', () => button.click()],
] as const)('%s closes it and gives the focus back', async ([, close]) => {
  await open()
  await close()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
})

test.for([
  ['a press elsewhere', () => after.click()],
  [
    'Tab past its end',
    async () => {
      await userEvent.tab()
      await userEvent.tab()
    },
  ],
] as const)('%s closes it and takes the focus along', async ([, leave]) => {
  await open()
  await leave()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(after).toHaveFocus()
})

test('opens below its button, within the window', async () => {
  await open()
  const { right, top } = panel.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(innerWidth - 8)
  expect(top).toBe(button.element().getBoundingClientRect().bottom + 6)
})
