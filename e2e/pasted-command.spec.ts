import { expect } from '@playwright/test'
import { test } from './parley.ts'

test('the offer to open a pasted command stays with the message it stands in', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  const command = `curl ${parley.baseUrl}/v1/chat/completions --json '{"model":"parley/echo","messages":[]}'`
  await message.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, command)
  await message.fill(command)
  const offer = page.getByText('That looks like a curl command.')
  await expect(offer).toBeVisible()
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/compare/u)
  await expect(offer).toHaveCount(0)
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/echo' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})
