import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './parley.ts'

const reply = (page: Page) => page.getByRole('article', { name: /^Reply/u }).last()

/** Sends a message to the echo model in a new conversation, and waits for the reply. */
async function say(page: Page, { baseUrl, key }: { baseUrl: string; key: string }, words: string) {
  await page.goto(`${baseUrl}/?model=parley%2Fecho#key=${key}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill(words)
  await message.press('Control+Enter')
  await expect(reply(page)).toHaveAttribute('data-state', 'done')
  await expect(page).toHaveURL(/\/c\/[0-9a-f]+$/u)
}

// Search, rename, pin, delete and shortcuts are tested in
// src/app/features/playground/history/history.browser.test.tsx.
test(
  'a conversation has a URL, survives a reload, and is in the browser history',
  { tag: '@phone' },
  async ({ page, parley, isMobile }) => {
    await say(page, parley, 'first words')
    const first = page.url()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('article', { name: 'You' }).locator('[data-part="text"]')).toHaveText('first words')
    await page.getByRole('textbox', { name: 'Message' }).fill('a draft')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('a draft')
    await page.getByRole('textbox', { name: 'Message' }).fill('')
    if (isMobile) await page.goto(`${parley.baseUrl}/`)
    else await page.getByRole('button', { name: 'New conversation' }).click()
    await expect(page).toHaveURL(`${parley.baseUrl}/`)
    await expect(page.getByRole('article')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(first)
    await expect(page.getByRole('article', { name: 'You' }).locator('[data-part="text"]')).toHaveText('first words')
    await page.goForward()
    await expect(page.getByRole('article')).toHaveCount(0)
    await page.goto(`${parley.baseUrl}/c/nowhere`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conversation not found')
    await page.getByRole('link', { name: 'Start a new conversation' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  },
)

test('exports conversations as files, imports them as copies, and refuses an invalid file', async ({
  page,
  parley,
}, testInfo) => {
  await say(page, parley, 'Take me along')
  const list = page.getByRole('region', { name: 'History' })
  const download = async (button: string, action: string) => {
    const downloading = page.waitForEvent('download')
    if (button !== 'All conversations') await list.getByRole('link').first().hover()
    await list.getByRole('button', { name: button }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
    const file = await downloading
    const path = testInfo.outputPath(file.suggestedFilename())
    await file.saveAs(path)
    return { path, text: await readFile(path, 'utf8') }
  }
  const json = await download('All conversations', 'Export all as JSON')
  expect(json.text).toContain('Take me along')
  expect(json.text).not.toContain(parley.key)
  expect((await download('Actions for Take me along', 'Export as Markdown')).text).toContain('### You\n\nTake me along')
  await list.getByLabel('Import conversations').setInputFiles(json.path)
  await expect(list.getByRole('status')).toHaveText('Imported 1 conversation.')
  await expect(list.getByRole('link', { name: 'Take me along' })).toHaveCount(2)
  const bad = testInfo.outputPath('bad.json')
  await writeFile(bad, json.text.replace('"role": "user"', '"role": "root"'))
  await list.getByLabel('Import conversations').setInputFiles(bad)
  await expect(list.getByRole('alert')).toContainText('“bad.json” was not imported. Conversation 1, pane 1, message 1')
  await expect(list.getByRole('link')).toHaveCount(2)
  await expectAccessible(page)
  await list.getByRole('link').first().focus()
  await page.keyboard.press('Delete')
  await expect(list.getByRole('status')).toContainText('Deleted')
  await expectAccessible(page)
})
