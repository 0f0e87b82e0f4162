import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test, type Parley } from './parley.ts'

/** What these commands open is called as they are. */
const dialogs = new Set(['Share', 'Get code', 'Keyboard shortcuts', 'Command palette'])

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })

async function open(page: Page, { baseUrl, key }: Parley): Promise<void> {
  await page.goto(`${baseUrl}/?models=parley/eliza,parley/echo#key=${key}`)
  await expect(page.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue(/eliza/iu)
}

/** Opens the palette, which takes what is typed from then on. */
async function openPalette(page: Page): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Command' })
  // What was chosen before happens a moment after the palette has closed, and may lead to another page meanwhile.
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 1_000 })
  }).toPass({ timeout: 10_000 })
}

async function talk(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello there')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('article[data-state="done"]')).toHaveCount(2)
}

test('the palette by keyboard alone', async ({ page, parley }) => {
  await open(page, parley)
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await message.focus()
  await openPalette(page)
  const field = page.getByRole('combobox', { name: 'Command' })
  await expect(field).toBeFocused()
  const options = palette(page).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(options.last()).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  const activeId = await options.nth(1).getAttribute('id')
  await expect(field).toHaveAttribute('aria-activedescendant', activeId ?? '')
  await page.keyboard.type('no such thing')
  await expect(palette(page).getByRole('status')).toContainText('Nothing is called that')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(message).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('go to the set')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings$/u)
})

test('a model is chosen by its id, from any page', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/settings#key=${parley.key}`)
  await page.goto(`${parley.baseUrl}/?model=parley/eliza`)
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/eliza/iu)
  await page.getByRole('link', { name: 'Settings' }).click()
  await openPalette(page)
  await page.keyboard.type('parley/echo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

for (const spoken of [false, true]) {
  test(`every command can be run, ${spoken ? 'after something was said' : 'with nothing said'}`, async ({
    page,
    parley,
  }) => {
    page.on('filechooser', (chooser) => void chooser.setFiles([]))
    await open(page, parley)
    if (spoken) await talk(page)
    await openPalette(page)
    const names = await palette(page)
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => option.firstElementChild?.textContent ?? ''))
    await page.keyboard.press('Escape')
    const commands = names.filter((name) => !name.startsWith('Use ') || name.endsWith('theme'))
    expect(commands.length).toBeGreaterThan(20)
    for (const name of commands) {
      await openPalette(page)
      await page.getByRole('combobox', { name: 'Command' }).fill(name)
      await page.keyboard.press('Enter')
      if (dialogs.has(name)) {
        await expect(page.getByRole('dialog', { name })).toBeVisible()
        await page.keyboard.press('Escape')
      }
      await expect(page.locator('dialog')).toHaveCount(0)
      await expect(page.getByRole('main')).toBeVisible()
    }
  })
}

test('the sheet of shortcuts opens on ?, and each of them works', async ({ page, parley }) => {
  await open(page, parley)
  await page.getByRole('main').focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Command palette')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('/')
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect(message).toBeFocused()
  await talk(page)
  await page.keyboard.press('Control+Shift+O')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(message).toBeFocused()
})

test('in text, signs stay signs', async ({ page, parley }) => {
  await open(page, parley)
  for (const field of [
    page.getByRole('textbox', { name: 'Message', exact: true }),
    page.getByRole('textbox', { name: 'System prompt' }),
  ]) {
    await field.focus()
    await page.keyboard.type('a/b?c')
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(field).toBeFocused()
    await expect(field).not.toHaveValue('a/b?c')
  }
})

test('each dialog gives the focus back to what opened it', async ({ page, parley }) => {
  await open(page, parley)
  await talk(page)
  for (const [button, dialog] of [
    ['Share', 'Share'],
    ['Get code', 'Get code'],
    ['Inspect', 'Inspect'],
  ] as const) {
    const opener = page.getByRole('button', { name: button, exact: true }).first()
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: dialog })).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test.describe('axe', { tag: '@phone' }, () => {
  test('finds nothing in any dialog or notice', async ({ page, parley }) => {
    test.setTimeout(120_000)
    const expectNothing = () => expectAccessible(page)
    await open(page, parley)
    await talk(page)
    await openPalette(page)
    await expect(palette(page).getByRole('option').first()).toBeVisible()
    await expectNothing()
    await page.keyboard.press('Escape')
    await page.getByRole('main').focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectNothing()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('radio', { name: 'Chosen messages' }).check()
    await page.getByText('To the letter').click()
    await expect(page.getByRole('dialog', { name: 'Share' }).getByText('No QR code')).toBeVisible()
    await expectNothing()
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Get code' }).click()
    await expect(page.getByRole('group', { name: 'Code' })).toBeVisible()
    await expectNothing()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Inspect' }).first().click()
    await expect(page.getByRole('group', { name: 'Events' })).toBeVisible()
    await expectNothing()
    await page.keyboard.press('Escape')

    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Back to what was open' })).toBeVisible()
    await expectNothing()
    await page.evaluate(() => (location.hash = '#s=1.damaged'))
    await expect(page.getByRole('alert')).toContainText('damaged')
    await expectNothing()
  })
})

test('the page shows which keys lead to all others, and pressing them there does the same', async ({
  page,
  parley,
}) => {
  await page.goto(`${parley.baseUrl}/#key=${parley.key}`)
  await page.getByRole('button', { name: 'Commands Ctrl K' }).click()
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keys ?' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
