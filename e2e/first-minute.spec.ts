import { expect, type Page } from '@playwright/test'
import { startOtherService, type OtherService } from './other-service.ts'
import { test } from './parley.ts'

const planted = 'sk-planted-7f3a9'

/** Expects a streamed reply of the server, and its key nowhere but in the request. */
async function expectReply(page: Page, other: OtherService): Promise<void> {
  const reply = page.getByRole('article', { name: 'Reply from other-good' })
  await expect(reply).toHaveAttribute('data-state', 'done')
  await expect(reply.locator('[data-part="text"]')).toHaveText('Hello from elsewhere.')
  expect(other.requests.at(-1)?.authorization).toBe(`Bearer ${planted}`)
  expect(await page.content()).not.toContain(planted)
  expect(page.url()).not.toContain(planted)
}

test('goes from an empty page to a reply of a server that needs a key @phone', async ({ page, parley }) => {
  const other = await startOtherService({ key: planted })
  await page.goto(`${parley.baseUrl}/#key=${parley.key}`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await dialog.getByRole('button', { name: 'Enter a base URL' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(other.origin)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('requires an API key')
  await dialog.getByLabel('API key').fill(planted)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('other-good')
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await expectReply(page, other)

  // The model used last is the default of the next visit.
  await page.goto(`${parley.baseUrl}/`)
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('other-good')
  await other.stop()
})

test('does the same by keyboard alone', async ({ page, parley }) => {
  const other = await startOtherService({ key: planted })
  await page.goto(`${parley.baseUrl}/#key=${parley.key}`)
  const tabTo = async (name: string) => {
    const isThere = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
    for (let count = 0; (await isThere()) !== name && count < 60; count++) await page.keyboard.press('Tab')
    expect(await isThere()).toBe(name)
  }
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
  await tabTo('Connect')
  await page.keyboard.press('Enter')
  await tabTo('Enter a base URL')
  await page.keyboard.press('Enter')
  await page.keyboard.type(other.origin)
  await page.keyboard.press('Tab')
  await page.keyboard.type(planted)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expectReply(page, other)
  await other.stop()
})
