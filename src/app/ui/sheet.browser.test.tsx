import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Sheet } from './sheet.tsx'
import './tokens.css'

const trigger = page.getByRole('button', { name: 'Parameters' })
const dialog = page.getByRole('dialog', { name: 'Parameters' })

async function open(): Promise<void> {
  await render(
    <>
      <Sheet title="Parameters" trigger="Parameters">
        <label>
          Seed <input />
        </label>
      </Sheet>
      <input aria-label="Behind" />
    </>,
  )
  await userEvent.tab()
  await expect.element(trigger).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
}

test('opens by keyboard, traps focus, and returns it on Escape', async () => {
  await open()
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('textbox', { name: 'Seed' })).toHaveFocus()
  // After the last control, focus goes to the browser's own controls, then back to the dialog.
  for (let presses = 0; presses < 3; presses += 1) {
    await userEvent.tab()
    const { activeElement } = document
    expect(activeElement === document.body || dialog.element().contains(activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('its button and a click outside close it, but a click inside doesn’t', async () => {
  await open()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
  await trigger.click()
  await page.getByText('Seed').click()
  await expect.element(dialog).toBeVisible()
  await page.elementLocator(document.documentElement).click({ position: { x: 20, y: 20 } })
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('is at the bottom of the window, and never fills it', async () => {
  await open()
  await expect.poll(() => Math.round(dialog.element().getBoundingClientRect().bottom)).toBe(innerHeight)
  expect(dialog.element().getBoundingClientRect().top).toBeGreaterThan(innerHeight * 0.14)
  expect(dialog.element().getBoundingClientRect().width).toBe(innerWidth)
})
