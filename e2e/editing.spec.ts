import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { act, openPage, sendMessage } from './page-steps.ts'
import { test } from './parley.ts'

const written = (page: Page) => page.getByRole('article', { name: 'You' })
const replies = (page: Page) => page.getByRole('article', { name: /^Reply from/u })
const allTexts = (page: Page) => page.getByRole('log').locator('[data-part="text"]')

// src/app/chat/transcript/editing.browser.test.tsx tests each control.
test(
  'edits and resends a message, regenerates a reply, and restores a deleted message',
  { tag: '@phone' },
  async ({ page, parley, isMobile }) => {
    await openPage(page, parley, '/?model=parley%2Fecho')
    await sendMessage(page, 'one')
    await written(page).hover()
    await act(page, written(page), 'Edit', isMobile)
    await page.getByRole('textbox', { name: 'Edit message' }).fill('first')
    await page.getByRole('button', { name: 'Save and send' }).click()
    await expect(allTexts(page)).toHaveText(['first', 'first'])
    await expect(written(page)).toContainText('2 of 2')
    await expect(replies(page)).toHaveAttribute('data-state', 'done')
    await replies(page).hover()
    await act(page, replies(page), 'Regenerate', isMobile)
    await expect(replies(page)).toContainText('2 of 2')
    await expect(replies(page)).toHaveAttribute('data-state', 'done')
    await act(page, replies(page), 'Delete', isMobile)
    await expect(replies(page).getByRole('button', { name: 'Next version' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(replies(page)).toContainText('2 of 2')
    await act(page, replies(page), 'Edit', isMobile)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(replies(page).getByRole('button', { name: isMobile ? 'More' : 'Edit' })).toBeFocused()
    await written(page).getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    // Base UI's focus guards around it are hidden and focusable by design.
    await expectAccessible(page, { within: '[role=menu]' })
  },
)
