import { expect } from '@playwright/test'
import { openPage, sendMessage } from './page-steps.ts'
import { test } from './parley.ts'

// src/app/features/playground/panes/playground.browser.test.tsx tests the rest of the playground.
test.describe('the playground', { tag: '@phone' }, () => {
  test('sends with Enter on a keyboard, and with the button on a touch screen', async ({ page, parley, isMobile }) => {
    await openPage(page, parley, '/?model=parley%2Fecho')
    const message = page.getByRole('textbox', { name: 'Message' })
    const hint = page.getByText('Enter to send · Shift+Enter for a new line')
    await message.focus()
    await page.keyboard.type('first')
    if (isMobile) {
      await expect(hint).toBeHidden()
      await page.keyboard.press('Enter')
      await page.keyboard.type('second')
      await expect(message).toHaveValue('first\nsecond')
      await page.getByRole('button', { name: 'Send' }).tap()
    } else {
      await expect(hint).toBeVisible()
      await page.keyboard.press('Enter')
    }
    const userMessage = page.getByRole('article', { name: 'You' }).locator('[data-part="text"]')
    await expect(userMessage).toHaveText(isMobile ? 'first\nsecond' : 'first')
    await expect(message).toHaveValue('')
  })
})

test('loads text styles after the CSS resets', async ({ page, parley }) => {
  await openPage(page, parley, '/?model=parley%2Fecho')
  await sendMessage(page, '# Title\n\n- one')
  const text = page.getByRole('article', { name: 'Reply from parley/echo' }).locator('[data-part="text"]')
  await expect(text.getByRole('heading', { name: 'Title' })).toHaveCSS('font-weight', '600')
  await expect(text.getByRole('list')).toHaveCSS('list-style-type', 'disc')
})
