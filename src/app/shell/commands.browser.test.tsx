import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  dialogNamed,
  expectAddress,
  expectNone,
  focusOn,
  message,
  modelField,
  press,
  talk,
} from './page-steps.test-support.ts'
import { renderApp } from './render-app.test-support.tsx'

const palette = dialogNamed('Command palette')
const field = page.getByRole('combobox', { name: 'Command' })
const options = palette.getByRole('option')

async function open(): Promise<void> {
  await renderApp('/?models=parley/eliza,parley/echo')
  await expect.element(modelField).toHaveValue('Eliza')
}

/** Opens the palette, which then has focus. */
async function openPalette(): Promise<void> {
  // The previous command runs a moment after the palette closes.
  await expectNone(palette)
  await press('Control+k')
  await expect.element(field).toHaveFocus()
}

test('the palette works with the keyboard only', async () => {
  await open()
  await focusOn(message)
  await openPalette()
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  await press('ArrowUp')
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect.element(options.last()).toBeInViewport()
  await press('ArrowDown')
  await press('ArrowDown')
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect.element(field).toHaveAttribute('aria-activedescendant', options.nth(1).element().id)
  await userEvent.keyboard('no such thing')
  await expect.element(palette.getByRole('status')).toHaveTextContent('No matches')
  await press('Enter')
  await expect.element(palette).toBeVisible()
  await press('Escape')
  await expectNone(palette)
  await expect.element(message).toHaveFocus()

  await openPalette()
  await userEvent.keyboard('go to set')
  await expect.poll(() => options.elements().length).toBe(1)
  await press('Enter')
  await expectAddress('/settings')
})

test('selects a model by id from any page', async () => {
  await renderApp('/?model=parley/eliza')
  await expect.element(modelField).toHaveValue('Eliza')
  await page.getByRole('link', { name: 'Settings' }).click()
  // A new page takes focus.
  await expect.element(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('parley/echo')
  await expect.element(options.first()).toHaveTextContent('Echo')
  await press('Enter')
  await expect.element(modelField).toHaveValue('Echo')
  await expect.element(message).toHaveFocus()
})

test('opens the page of a model', async () => {
  await open()
  await openPalette()
  // Only a query lists models and conversations, which can be thousands.
  expect(options.filter({ hasText: 'Eliza' }).elements()).toEqual([])
  await userEvent.keyboard('open eliza')
  await expect.element(options.first()).toHaveTextContent('Open Eliza')
  await press('Enter')
  await expectAddress('/models/parley/eliza')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Eliza')
})

test('finds a saved conversation by its title', async () => {
  await open()
  await talk('Where does the harbour lie?', 2)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expectNone(page.getByRole('article'))
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('HARBOUR where')
  await expect.element(options).toHaveTextContent('Where does the harbour lie?')
  await press('Enter')
  await expectAddress(/^\/c\//u)
  await expect.element(page.getByRole('article').first()).toHaveTextContent('Where does the harbour lie?')
})

describe.each([true, false])('with messages: %s', (isSaid) => {
  test('runs every command', { timeout: 60_000 }, async () => {
    // These commands open dialogs with the same name.
    const dialogs = new Set(['Share', 'Get code', 'Connect a model', 'Keyboard shortcuts', 'Command palette'])
    await open()
    if (isSaid) await talk('Hello there', 2)
    await openPalette()
    const names = options.elements().map((option) => option.firstElementChild?.textContent ?? '')
    await press('Escape')
    // Those of pages and of the theme don't depend on messages.
    const skipped = isSaid ? /^Use .*(?<!theme)$/u : /^Use |^Go to /u
    const commands = names.filter((name) => !skipped.test(name))
    expect(commands.length).toBeGreaterThan(isSaid ? 20 : 15)
    for (const name of commands) {
      await openPalette()
      await field.fill(name)
      await press('Enter')
      if (dialogs.has(name)) {
        await expect.element(dialogNamed(name)).toBeVisible()
        await press('Escape')
      }
      await expect.poll(() => document.querySelector('dialog')).toBeNull()
      await expect.element(page.getByRole('main')).toBeVisible()
    }
  })
})

test('opens the shortcuts dialog with ?, and each shortcut works', async () => {
  await open()
  await focusOn(page.getByRole('main'))
  await press('?')
  const sheet = dialogNamed('Keyboard shortcuts')
  await expect.element(sheet).toHaveTextContent('Command palette')
  await press('Escape')
  await expectNone(sheet)
  await press('/')
  await expect.element(message).toHaveFocus()
  await talk('Hello there', 2)
  await press('Control+Shift+O')
  await expectNone(page.getByRole('article'))
  await expect.element(message).toHaveFocus()
})

test('types shortcut characters in text fields', async () => {
  await open()
  for (const text of [message, page.getByRole('textbox', { name: 'System prompt' })]) {
    await focusOn(text)
    await userEvent.keyboard('a/b?c')
    await press('Control+z')
    expect(page.getByRole('dialog').query()).toBeNull()
    await expect.element(text).toHaveFocus()
    await expect.element(text).not.toHaveValue('a/b?c')
  }
})

test('each dialog returns focus to its trigger', async () => {
  await open()
  await talk('Hello there', 2)
  for (const name of ['Share', 'Get code', 'Inspect']) {
    const opener = page.getByRole('button', { name, exact: true }).first()
    await focusOn(opener)
    await press('Enter')
    await expect.element(dialogNamed(name)).toBeVisible()
    await press('Escape')
    await expectNone(dialogNamed(name))
    await expect.element(opener).toHaveFocus()
  }
})

test('shows buttons with the shortcuts of the palette and the shortcuts dialog', async () => {
  await renderApp('/')
  await page.getByRole('button', { name: 'Commands Ctrl K' }).click()
  await expect.element(palette).toBeVisible()
  await press('Escape')
  await page.getByRole('button', { name: 'Shortcuts ?' }).click()
  await expect.element(dialogNamed('Keyboard shortcuts')).toBeVisible()
})

test('has a skip link to the content', async () => {
  await renderApp('/')
  await expect.element(message).toBeVisible()
  await press('Tab')
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await press('Enter')
  await press('Tab')
  expect(page.getByRole('main').element().contains(document.activeElement)).toBe(true)
})
