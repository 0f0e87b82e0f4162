import { expect } from '@playwright/test'
import { test } from './parley.ts'

test.describe('a page without a key that works', { tag: '@phone' }, () => {
  test('says what to do, keeps what was typed, and goes on once it has one', async ({ page, parley }) => {
    await page.goto(parley.baseUrl)
    await expect(page.getByRole('alert').first()).toContainText('no key')
    await page.getByRole('textbox', { name: 'Message' }).fill('typed before the key')
    await page.getByRole('textbox', { name: 'API key' }).fill(parley.link)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('typed before the key')
  })

  test('says that the key no longer works, and takes a link opened in the same tab', async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=of-yesterday`)
    await expect(page.getByRole('alert').first()).toContainText(
      `This key was refused by ${new URL(parley.baseUrl).host}.`,
    )
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('still here')
    // A full load, as the path differs: what was typed must outlive it.
    await page.goto(parley.link)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(message).toHaveValue('still here')
  })
})

test('a reply that failed for want of a key does not blame the key that was added since', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley/echo`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.keyboard.press('Enter')
  const reply = page.getByRole('article', { name: 'Reply from parley/echo' })
  await expect(reply.getByRole('alert')).toHaveText(/has none from you\. Add it, then retry\.$/u)
  await page.getByRole('textbox', { name: 'API key' }).fill(parley.key)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(reply).toContainText('had none from you. One was added since: retry.')
  await reply.getByRole('button', { name: 'Retry' }).click()
  await expect(reply).toHaveAttribute('data-state', 'done')
})

test('takes the key out of the address at once, on any path and in an open tab', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/models?type=moderation#key=wrong`)
  await expect(page).toHaveURL(`${parley.baseUrl}/models?type=moderation`)
  await expect(page.getByRole('alert').first()).toContainText(
    `This key was refused by ${new URL(parley.baseUrl).host}.`,
  )
  await page.evaluate((key) => (location.hash = `key=${key}`), parley.key)
  await expect(page).toHaveURL(`${parley.baseUrl}/models?type=moderation`)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await page.content()).not.toContain(parley.key)
})
