import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { say } from '#app/chat/transcript/chat-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const heading = page.getByRole('heading', { level: 1 })
const rename = page.getByRole('button', { name: 'Rename conversation' })
const field = page.getByRole('textbox', { name: 'Conversation title' })
const link = page.getByRole('region', { name: 'History' }).getByRole('link')

test('shows the first words of the conversation as the only main heading', async () => {
  await renderApp('/?model=parley/echo')
  await expect.element(heading).toHaveTextContent(/^New conversation$/u)
  expect(rename.query()).toBeNull()
  await say('Where does\nthe harbour lie?')
  await expect.element(heading).toHaveTextContent(/^Where does the harbour lie\?$/u)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect.element(heading).toHaveTextContent(/^New conversation$/u)
})

test('renames with Enter, cancels with Escape, and restores the first words when cleared', async () => {
  await renderApp('/?model=parley/echo')
  await say('Where does the harbour lie?')
  await rename.click()
  await expect.element(field).toHaveFocus()
  // The heading stays for screen readers.
  expect(heading.elements()).toHaveLength(1)
  await userEvent.keyboard('Boats{Enter}')
  await expect.element(heading).toHaveTextContent(/^Boats$/u)
  await expect.element(rename).toHaveFocus()
  await expect.element(link).toHaveTextContent('Boats')
  await expect.poll(() => document.title).toBe('Boats · Parley')

  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Boats')
  await userEvent.keyboard('Ships{Escape}')
  await expect.element(heading).toHaveTextContent(/^Boats$/u)
  await expect.element(rename).toHaveFocus()

  await rename.click()
  await field.fill('  ')
  await page.getByRole('textbox', { name: 'Message', exact: true }).click()
  await expect.element(heading).toHaveTextContent('Where does the harbour lie?')
  await expect.element(link).toHaveTextContent('Where does the harbour lie?')
})

test('keeps the title with the conversation', async () => {
  await renderApp('/?model=parley/echo')
  await say('Where does the harbour lie?')
  await rename.click()
  await userEvent.keyboard('Boats{Enter}')
  await expect.element(link).toHaveTextContent('Boats')
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect.element(heading).toHaveTextContent('New conversation')
  await link.click()
  await expect.element(heading).toHaveTextContent('Boats')
})
