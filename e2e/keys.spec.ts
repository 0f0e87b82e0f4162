import { expect } from '@playwright/test'
import { test } from './parley.ts'

test('removes a refused key from the URL at once, and keeps the draft when a valid key follows', async ({
  page,
  parley,
}) => {
  const { host } = new URL(parley.baseUrl)
  await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=of-yesterday`)
  await expect(page).toHaveURL(`${parley.baseUrl}/?model=parley%2Fecho`)
  await expect(page.getByRole('alert').first()).toContainText(`${host} rejected this key.`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('still here')
  // A different path causes a full page load, which the draft must survive.
  await page.goto(parley.link)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(message).toHaveValue('still here')
  expect(await page.content()).not.toContain(parley.key)
  await message.press('Control+Enter')
  await expect(page.locator('article[data-state=done]')).toHaveCount(1)
})
