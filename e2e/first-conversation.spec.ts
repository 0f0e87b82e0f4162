import { expect } from '@playwright/test'
import { test } from './parley.ts'

test('a new user opens the printed link, picks a model, chats, stops, reloads and changes the theme', async ({
  page,
  parley,
}) => {
  await page.goto(parley.link)
  await expect(page).toHaveURL(`${parley.baseUrl}/`)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' }).click()
  await page
    .getByRole('table', { name: 'Models' })
    .getByRole('row', { name: /parley\/eliza/u })
    .getByRole('button', { name: 'Try' })
    .click()
  await expect(page).toHaveURL(/\/\?model=parley/u)

  const log = page.getByRole('log', { name: 'Conversation' })
  const message = page.getByRole('textbox', { name: 'Message' })
  const replies = log.getByRole('article', { name: 'Reply from parley/eliza' })
  for (const [turn, words] of ['I worry about my letters.', 'Because my sister never answers.'].entries()) {
    await message.fill(words)
    await message.press('Enter')
    await expect(log.getByRole('article', { name: 'You' }).nth(turn).locator('[data-part="text"]')).toHaveText(words)
    await expect(replies.nth(turn)).toHaveAttribute('data-state', 'done', { timeout: 15_000 })
    await expect(replies.nth(turn).locator('[data-part="text"]')).not.toBeEmpty()
  }

  await page.getByRole('combobox', { name: 'Model' }).fill('typist')
  await page.getByRole('option', { name: /typist/iu }).click()
  await message.fill('20000 tokens at 400 tokens per second')
  await page.getByRole('button', { name: 'Send' }).click()
  const long = log.getByRole('article', { name: 'Reply from parley/typist' })
  await expect(long).toHaveAttribute('data-state', 'streaming')
  await expect(long).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(long).toHaveAttribute('data-state', 'stopped')
  await expect(long).toHaveAttribute('aria-busy', 'false')
  const line = await parley.logLine(/"model":"parley\/typist".*aborted|aborted.*"model":"parley\/typist"/u)
  const { pieces } = JSON.parse(line) as { pieces: number }
  expect(pieces).toBeLessThan(20_000)

  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/typist/iu)
  await expect(page.getByRole('alert')).toHaveCount(0)

  const theme = page.getByRole('combobox', { name: 'Theme' })
  await theme.selectOption('Dark')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await background()
  await theme.selectOption('Light')
  expect(await background()).not.toBe(dark)
  await page.reload()
  await expect(theme).toHaveValue('light')
})
