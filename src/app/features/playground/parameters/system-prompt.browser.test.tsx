import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dialogNamed, expectNone, press, talk } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const field = page.getByRole('textbox', { name: 'System prompt', exact: true })
const dialog = dialogNamed('System prompt')
const large = dialog.getByRole('textbox', { name: 'Edit system prompt' })

test('estimates the tokens of the system prompt', async () => {
  await renderApp('/?model=parley/echo')
  await field.fill('Answer in one short sentence.')
  await expect.element(page.getByText('≈ 8 tokens')).toBeVisible()
})

test('opens the system prompt in a large field, and returns to it', async () => {
  await renderApp('/?model=parley/echo')
  await field.fill('Be brief.')
  await page.getByRole('button', { name: 'Enlarge system prompt' }).click()
  await expect.element(large).toHaveFocus()
  await large.fill('Be brief, and kind.')
  await press('Escape')
  await expectNone(dialog)
  await expect.element(field).toHaveValue('Be brief, and kind.')
})

test('offers the system prompts that were sent before, and takes a choice back', async () => {
  await renderApp('/?model=parley/echo')
  await field.fill('Be brief.')
  await talk('Hello', 1)
  await field.fill('Be kind.')
  await talk('Hello again', 2)
  await page.getByRole('button', { name: 'Enlarge system prompt' }).click()
  await dialog.getByRole('button', { name: 'Use: Be brief.' }).click()
  await expect.element(large).toHaveValue('Be brief.')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.element(large).toHaveValue('Be kind.')
})
