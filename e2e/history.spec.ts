import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './parley.ts'

const reply = (page: Page) => page.getByRole('article', { name: /^Reply/u }).last()

/** Says something to the echo model in a new conversation, and waits for its answer. */
async function say(page: Page, { baseUrl, key }: { baseUrl: string; key: string }, words: string) {
  await page.goto(`${baseUrl}/?model=parley%2Fecho#key=${key}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill(words)
  await message.press('Control+Enter')
  await expect(reply(page)).toHaveAttribute('data-state', 'done')
  await expect(page).toHaveURL(/\/c\/[0-9a-f]+$/u)
}

/** The list: beside the page where there is room, else in a sheet. */
async function openHistory(page: Page, isMobile: boolean) {
  if (!isMobile) return page.getByRole('region', { name: 'History' })
  const sheet = page.getByRole('dialog', { name: 'History' })
  if (!(await sheet.isVisible())) await page.getByRole('button', { name: 'History', exact: true }).click()
  return sheet
}

test.describe('history', { tag: '@phone' }, () => {
  test('a conversation gets an address, outlives a reload, and back and forward lead to it', async ({
    page,
    parley,
    isMobile,
  }) => {
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such conversation here')
    await page.getByRole('link', { name: 'Start a new conversation' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  })

  test('conversations are searched, opened, renamed, pinned, and deleted with undo', async ({
    page,
    parley,
    isMobile,
  }) => {
    await say(page, parley, 'Where does the harbour lie?')
    await say(page, parley, 'What is backpressure?')
    let list = await openHistory(page, isMobile)
    const links = () => list.getByRole('link')
    await expect(list.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(links()).toHaveText([/backpressure/u, /harbour/u])

    await list.getByRole('searchbox', { name: 'Search conversations' }).fill('HARBOUR lie')
    await expect(links()).toHaveText([/harbour/u])
    await expect(list.locator('mark')).toHaveText(['harbour', 'lie'])
    await list.getByRole('searchbox', { name: 'Search conversations' }).fill('nothing like it')
    await expect(list.getByText('No matches')).toBeVisible()
    await list.getByRole('searchbox', { name: 'Search conversations' }).fill('')
    await links().filter({ hasText: 'harbour' }).click()
    await expect(page.getByRole('article', { name: 'You' }).locator('[data-part="text"]')).toHaveText(
      'Where does the harbour lie?',
    )
    await expect(page).toHaveTitle('Where does the harbour lie? · Parley')

    list = await openHistory(page, isMobile)
    const act = async (title: string, action: string) => {
      await links().filter({ hasText: title }).hover()
      await list.getByRole('button', { name: `Actions for ${title}` }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    await act('Where does the harbour lie?', 'Rename')
    await list.getByRole('textbox', { name: 'Title' }).fill('Boats')
    await page.keyboard.press('Enter')
    await expect(links().filter({ hasText: 'Boats' })).toBeFocused()
    await expect(page).toHaveTitle('Boats · Parley')
    await act('Boats', 'Pin')
    await expect(list.getByRole('heading')).toContainText(['Pinned', 'Today'])
    await expect(links().first()).toHaveText('Boats')
    await act('Boats', 'Delete')
    await expect(list.getByRole('status')).toHaveText('Deleted “Boats”.')
    await expect(links()).toHaveCount(1)
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page).toHaveTitle('Playground · Parley')
    await list.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page).toHaveURL(/\/c\//u)
    list = await openHistory(page, isMobile)
    await expect(links().first()).toHaveText('Boats')
    await page.reload()
    await expect(page.getByRole('article', { name: 'You' }).locator('[data-part="text"]')).toHaveText(
      'Where does the harbour lie?',
    )
  })

  test('a search shows and marks its words where they were said, as plain text', async ({ page, parley, isMobile }) => {
    await say(page, parley, `A question\n\n${'filler '.repeat(60)} <b>Über</b> dem CAFÉ ist Licht`)
    const list = await openHistory(page, isMobile)
    await list.getByRole('searchbox', { name: 'Search conversations' }).fill('cafe uber')
    await expect(list.getByRole('link')).toContainText('…<b>Über</b> dem CAFÉ ist Licht')
    await expect(list.locator('mark')).toHaveText(['Über', 'CAFÉ'])
    await expect(list.locator('b')).toHaveCount(0)
  })

  test('conversations leave as files and come back as copies; a bad file is refused', async ({
    page,
    parley,
    isMobile,
  }, testInfo) => {
    await say(page, parley, 'Take me along')
    const list = await openHistory(page, isMobile)
    const download = async (button: string, action: string) => {
      const begun = page.waitForEvent('download')
      if (button !== 'All conversations') await list.getByRole('link').first().hover()
      await list.getByRole('button', { name: button }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
      const file = await begun
      const path = testInfo.outputPath(file.suggestedFilename())
      await file.saveAs(path)
      return { path, text: await readFile(path, 'utf8') }
    }
    const json = await download('All conversations', 'Export all as JSON')
    expect(json.text).toContain('Take me along')
    expect(json.text).not.toContain(parley.key)
    expect((await download('Actions for Take me along', 'Export as Markdown')).text).toContain(
      '### You\n\nTake me along',
    )
    await list.getByLabel('Import conversations').setInputFiles(json.path)
    await expect(list.getByRole('status')).toHaveText('Imported one conversation.')
    await expect(list.getByRole('link', { name: 'Take me along' })).toHaveCount(2)
    const bad = testInfo.outputPath('bad.json')
    await writeFile(bad, json.text.replace('"role": "user"', '"role": "root"'))
    await list.getByLabel('Import conversations').setInputFiles(bad)
    await expect(list.getByRole('alert')).toContainText(
      '“bad.json” was not imported. Conversation 1, pane 1, message 1',
    )
    await expect(list.getByRole('link')).toHaveCount(2)
  })

  test('axe finds nothing', async ({ page, parley, isMobile }) => {
    await say(page, parley, 'Is all well?')
    const list = await openHistory(page, isMobile)
    await expect(list.getByRole('link', { name: 'Is all well?' })).toBeVisible()
    await expectAccessible(page)
    await list.getByRole('link', { name: 'Is all well?' }).focus()
    await page.keyboard.press('Delete')
    await expect(list.getByRole('status')).toContainText('Deleted')
    await expectAccessible(page)
  })
})

test('history by keyboard alone', async ({ page, parley }) => {
  await say(page, parley, 'one')
  await say(page, parley, 'two')
  await say(page, parley, 'three')
  const list = page.getByRole('region', { name: 'History' })
  await list.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect(list.getByRole('button', { name: 'All conversations' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(list.getByRole('link', { name: 'three' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(list.getByRole('link', { name: 'two' })).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  const second = list.getByRole('link', { name: 'Second' })
  await expect(second).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('never')
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(list.getByRole('button', { name: 'Actions for Second' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await second.focus()
  await page.keyboard.press('Delete')
  await expect(list.getByRole('link', { name: 'three' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(list.getByRole('button', { name: 'Undo', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(second).toBeVisible()
  await second.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'You' }).locator('[data-part="text"]')).toHaveText('two')
})
