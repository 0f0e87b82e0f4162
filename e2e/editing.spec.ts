import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './parley.ts'

const written = (page: Page) => page.getByRole('article', { name: 'You' })
const replies = (page: Page) => page.getByRole('article', { name: /^Reply from/u })
const textOf = (article: Locator) => article.locator('[data-part="text"]')
const allTexts = (page: Page) => page.getByRole('log').locator('[data-part="text"]')

async function openOn(page: Page, parley: { baseUrl: string; key: string }, model: string) {
  await page.goto(`${parley.baseUrl}/?model=parley%2F${model}#key=${parley.key}`)
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(new RegExp(model, 'iu'))
}

/** Says something and waits for the whole reply, and for the message itself: what draws the first one comes on demand. */
async function say(page: Page, text: string) {
  const before = await replies(page).count()
  const writtenBefore = await written(page).count()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.keyboard.press('Control+Enter')
  await expect(written(page)).toHaveCount(writtenBefore + 1)
  await expect(replies(page)).toHaveCount(before + 1)
  await expect(replies(page).last()).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
}

async function choose(page: Page, article: Locator, item: string | RegExp) {
  await article.hover()
  await article.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.describe('messages', { tag: '@phone' }, () => {
  test.beforeEach(async ({ page, parley }) => openOn(page, parley, 'echo'))

  test('are edited and sent again, and the earlier version stays', async ({ page }) => {
    await say(page, 'one')
    await say(page, 'two')
    await written(page).first().hover()
    await written(page).first().getByRole('button', { name: 'Edit' }).click()
    const editor = page.getByRole('textbox', { name: 'Edit message' })
    await expect(editor).toBeFocused()
    await editor.fill('first')
    await page.getByRole('button', { name: 'Save and send' }).click()
    await expect(replies(page)).toHaveAttribute('data-state', 'done')
    await expect(allTexts(page)).toHaveText(['first', 'first'])
    await expect(written(page)).toContainText('2 of 2')
    await page.getByRole('button', { name: 'Previous version' }).click()
    await expect(allTexts(page)).toHaveText(['one', 'one', 'two', 'two'])
    await expect(page.getByRole('button', { name: 'Next version' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(allTexts(page)).toHaveText(['first', 'first'])
  })

  test('are changed where they stand, and nothing typed is lost by Escape', async ({ page }) => {
    await say(page, 'one')
    const edit = written(page).getByRole('button', { name: 'Edit' })
    const editor = page.getByRole('textbox', { name: 'Edit message' })
    await edit.click()
    await editor.fill('half typed')
    await page.keyboard.press('Escape')
    await expect(edit).toBeFocused()
    await expect(allTexts(page)).toHaveText(['one', 'one'])
    await page.keyboard.press('Enter')
    await expect(editor).toHaveValue('half typed')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(edit).toBeFocused()
    await expect(allTexts(page)).toHaveText(['half typed', 'one'])
    await replies(page).getByRole('button', { name: 'Edit' }).click()
    await editor.fill('said otherwise')
    await page.keyboard.press('Control+Enter')
    await expect(textOf(replies(page))).toHaveText('said otherwise')
    await expect(replies(page)).toContainText('Edited')
  })

  test('are deleted, and come back by key and by button', async ({ page }) => {
    await say(page, 'one')
    await say(page, 'two')
    await written(page).first().getByRole('button', { name: 'Delete' }).click()
    await expect(allTexts(page)).toHaveText(['one', 'two', 'two'])
    await expect(page.getByRole('status').filter({ hasText: 'Message deleted.' })).toHaveCount(1)
    await expect(replies(page).first()).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(allTexts(page)).toHaveText(['one', 'one', 'two', 'two'])
    await page.keyboard.press('Control+Shift+z')
    await expect(allTexts(page)).toHaveText(['one', 'two', 'two'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(allTexts(page)).toHaveText(['one', 'one', 'two', 'two'])
    await page.getByRole('button', { name: 'Redo' }).click()
    for (let left = 3; left > 0; left--) {
      await expect(page.getByRole('article')).toHaveCount(left)
      await page.getByRole('button', { name: 'Delete' }).last().click()
    }
    await expect(page.getByRole('log')).toBeFocused()
    for (let back = 1; back <= 4; back++) await page.keyboard.press('Control+z')
    await expect(allTexts(page)).toHaveText(['one', 'one', 'two', 'two'])
  })

  test('keep every version of a reply, and a deleted one shows another', async ({ page }) => {
    await say(page, 'one')
    for (const count of [2, 3]) {
      await replies(page).hover()
      await replies(page).getByRole('button', { name: 'Regenerate' }).click()
      await expect(replies(page)).toBeFocused()
      await expect(replies(page)).toContainText(`${count} of ${count}`)
      await expect(replies(page)).toHaveAttribute('data-state', 'done')
    }
    await page.getByRole('button', { name: 'Previous version' }).click()
    await expect(replies(page)).toContainText('2 of 3')
    await replies(page).getByRole('button', { name: 'Delete' }).click()
    await expect(replies(page)).toContainText('2 of 2')
  })

  test('change places and speakers, and are written in between', async ({ page }) => {
    await say(page, 'one')
    await choose(page, written(page), 'Move down')
    await expect(page.getByRole('article').first()).toHaveAccessibleName(/Reply/u)
    await expect(written(page).getByRole('button', { name: 'More' })).toBeFocused()
    await choose(page, written(page), 'Move up')
    await expect(page.getByRole('article').first()).toHaveAccessibleName('You')
    await choose(page, written(page), 'Insert message after')
    await page.keyboard.type('in between')
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('assistant')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(allTexts(page)).toHaveText(['one', 'in between', 'one'])
    await written(page).getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('You')
    await page.getByRole('menuitemradio', { name: 'System' }).click()
    await expect(page.getByRole('article', { name: 'System' })).toContainText('one')
    await page.keyboard.press('Control+z')
    await expect(written(page)).toContainText('one')
  })

  test('are a reply as long as the assistant says them, with figures and formatting', async ({ page }) => {
    await say(page, 'Some **bold** words')
    const reply = replies(page)
    await reply.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText('Assistant')
    await page.getByRole('menuitemradio', { name: 'Assistant' }).click()
    await expect(reply.locator('strong')).toHaveText('bold')
    await expect(reply.getByRole('group', { name: 'Figures' })).toBeVisible()
    for (const role of ['System', 'Assistant']) {
      await page.getByRole('article').last().getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitemradio', { name: role }).click()
    }
    await expect(reply.locator('strong')).toHaveText('bold')
    await expect(reply.getByRole('group', { name: 'Figures' })).toBeVisible()
    await choose(page, reply, 'Insert message after')
    await page.getByRole('textbox', { name: 'New message' }).fill('Written by *hand*')
    await page.getByRole('combobox', { name: 'Role' }).selectOption('assistant')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Assistant' }).locator('em')).toHaveText('hand')
  })

  test('begin a branch: a conversation of its own, or a pane beside', async ({ page }) => {
    await say(page, 'one')
    await say(page, 'two')
    await choose(page, replies(page).first(), 'Branch to a new pane')
    await expect(page.getByRole('log', { name: 'Conversation 2' }).locator('[data-part="text"]')).toHaveText([
      'one',
      'one',
    ])
    await page.getByRole('button', { name: 'Close pane 2' }).click()
    await choose(page, replies(page).first(), 'Branch to a new conversation')
    await expect(allTexts(page)).toHaveText(['one', 'one'])
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused()
  })
})

test('a prefilled answer is sent as said, and the reply continues it as one message', async ({ page, parley }) => {
  await openOn(page, parley, 'inspect')
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  for (const [text, role] of [
    ['Write a haiku', 'You'],
    ['An old pond', 'Assistant'],
  ] as const) {
    await message.fill(text)
    await page.getByRole('button', { name: 'Add message' }).click()
    await page.getByRole('menuitem', { name: `Add as ${role}` }).click()
    await expect(message).toHaveValue('')
    await expect(message).toBeFocused()
    await expect(page.getByRole('article', { name: role })).toContainText(text)
  }
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(replies(page)).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  await expect(replies(page)).toContainText('1. user')
  await expect(replies(page)).toContainText('2. assistant')
  await expect(page.locator('[role="log"]:focus, [role="log"] :focus')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Run' })).toHaveCount(0)
  await expect(page.getByRole('article', { name: 'Assistant' })).toHaveCount(0)
  await expect(textOf(replies(page))).toContainText(/^An old pond/u)
  await expect(replies(page)).toContainText('2 of 2')
  await message.fill('Another')
  await message.press('Enter')
  await expect(replies(page).nth(1)).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  await expect(replies(page).nth(1)).toContainText('3. user')
  await expect(replies(page).nth(1)).not.toContainText('4.')
})

test('what is edited, moved and deleted in mid-stream leaves the reply whole', async ({ page, parley }) => {
  test.slow()
  await openOn(page, parley, 'typist')
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await message.fill('800 tokens at 100 tokens per second')
  await message.press('Enter')
  const reply = replies(page)
  await expect(reply).toHaveAttribute('data-state', 'streaming')
  await written(page).getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await editor.fill('changed meanwhile')
  await expect(page.getByRole('button', { name: 'Save and send' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await expect(editor).toHaveValue('changed meanwhile')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(textOf(written(page))).toHaveText('changed meanwhile')
  await choose(page, written(page), 'Move down')
  await written(page).getByRole('button', { name: 'Delete' }).click()
  await expect(reply).toHaveAttribute('data-state', 'streaming')
  await expect(reply).toHaveAttribute('data-state', 'done', { timeout: 25_000 })
  await page.keyboard.press('Control+z')
  await expect(textOf(written(page))).toHaveText('changed meanwhile')
  await expect(reply).toHaveAttribute('data-state', 'done')
})

test('all of it by keyboard alone', async ({ page, parley }) => {
  await openOn(page, parley, 'echo')
  await say(page, 'one')
  await page.getByRole('log').focus()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('Tab')
  await expect(written(page).getByRole('button', { name: 'Copy' })).toBeFocused()
  await press('Tab', 'Enter')
  await page.keyboard.type(' more')
  await press('Control+Enter')
  await expect(allTexts(page)).toHaveText(['one more', 'one more'])
  await expect(written(page).getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(replies(page)).toHaveAttribute('data-state', 'done')
  await press('Tab', 'Tab')
  await expect(written(page).getByRole('button', { name: 'More' })).toBeFocused()
  await press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Move down' })).toBeFocused()
  await press('Home')
  await expect(page.getByRole('menuitem', { name: /conversation/u })).toBeFocused()
  await press('s')
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused()
  await press('Escape')
  await expect(written(page).getByRole('button', { name: 'More' })).toBeFocused()
  await press('Enter', 'i', 'Enter')
  await page.keyboard.type('Be brief.')
  await press('Control+Enter')
  await expect(allTexts(page)).toHaveText(['Be brief.', 'one more', 'one more'])
  await press('Tab', 'Enter')
  await expect(allTexts(page)).toHaveText(['one more', 'one more'])
  await press('Control+z', 'Control+z', 'Control+y')
  await expect(allTexts(page)).toHaveText(['Be brief.', 'one more', 'one more'])
})

test('axe finds nothing', { tag: '@phone' }, async ({ page, parley }) => {
  await openOn(page, parley, 'echo')
  await say(page, 'one')
  await replies(page).hover()
  await replies(page).getByRole('button', { name: 'Regenerate' }).click()
  await expect(replies(page)).toContainText('2 of 2')
  await expect(replies(page)).toHaveAttribute('data-state', 'done')
  await replies(page).getByRole('button', { name: 'Edit' }).click()
  await written(page).getByRole('button', { name: 'More' }).click()
  await expectAccessible(page)
})
