import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Sheet } from './sheet.tsx'

test('opens by keyboard, keeps focus inside, and gives it back on Escape', async () => {
  await render(
    <>
      <Sheet title="Parameters" trigger="Parameters">
        <label>
          Seed <input />
        </label>
      </Sheet>
      <button type="button">Behind</button>
    </>,
  )
  const trigger = page.getByRole('button', { name: 'Parameters' })
  await userEvent.tab()
  await expect.element(trigger).toHaveFocus()
  await userEvent.keyboard('{Enter}')

  const dialog = page.getByRole('dialog', { name: 'Parameters' })
  await expect.element(dialog).toBeVisible()
  for (let presses = 0; presses < 3; presses += 1) {
    await userEvent.tab()
    expect(dialog.element().contains(document.activeElement)).toBe(true)
  }

  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})
