import { expect } from '@playwright/test'
import { test } from './parley.ts'

test('completes a first conversation with the keyboard only', async ({ page, parley }) => {
  await page.goto(parley.link)
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'New conversation' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Models' })).toBeFocused()
  await page.keyboard.press('Enter')

  const attempt = page.getByRole('row', { name: /parley\/echo/u }).getByRole('button', { name: 'Try' })
  await attempt.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)

  await page.getByRole('combobox', { name: 'Model' }).focus()
  await page.keyboard.type('typi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/typist/iu)

  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('3000 tokens at 200 tokens per second')
  await page.keyboard.press('Enter')
  const reply = page.getByRole('article', { name: 'Reply from parley/typist' })
  await expect(reply).toHaveAttribute('data-state', 'streaming')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reply).toHaveAttribute('data-state', 'stopped')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})
