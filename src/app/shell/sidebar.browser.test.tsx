import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { talk, message, expectAddress, expectNone } from './page-steps.test-support.ts'
import { renderApp } from './render-app.test-support.tsx'

const start = page.getByRole('button', { name: 'New conversation' })
const history = page.getByRole('region', { name: 'History' })

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s', (_, width, height) => {
  test.each(['/', '/models', '/models/parley/echo', '/compare', '/settings'])(
    '%s has one button for a new conversation',
    async (path) => {
      await page.viewport(width, height)
      await renderApp(path)
      await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect.element(start).toBeVisible()
      expect(start.elements()).toHaveLength(1)
    },
  )
})

test('starts a new conversation from any page', async () => {
  await renderApp('/?model=parley/echo')
  await talk('Good morning')
  await start.click()
  await expectAddress('/')
  await expectNone(page.getByRole('article'))
  await expect.element(message).toHaveFocus()

  await talk('Good evening')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible()
  await start.click()
  await expectAddress('/')
  await expect.element(message).toHaveFocus()
  await expectNone(page.getByRole('article'))
})

test('lists saved conversations on every page, and opens them', async () => {
  await renderApp('/?model=parley/echo')
  await talk('Good morning')
  for (const name of ['Models', 'Compare', 'Settings']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expectAddress(new RegExp(name, 'iu'))
    await expect.element(history.getByRole('link', { name: 'Good morning' })).toBeVisible()
  }
  await history.getByRole('link', { name: 'Good morning' }).click()
  await expectAddress(/^\/c\//u)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Good morning')
})

describe('on a phone', () => {
  const menu = page.getByRole('button', { name: 'Menu' })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')

  beforeEach(async () => {
    await page.viewport(390, 844)
  })

  test.each(['/', '/models', '/settings'])('%s has one row of buttons above its content', async (path) => {
    await renderApp(path)
    await expect.element(menu).toBeVisible()
    const inRow = [menu, start, ...(path === '/' ? [page.getByRole('button', { name: 'Share' })] : [])]
    for (const button of inRow) {
      const { top, bottom, width } = button.element().getBoundingClientRect()
      expect(top).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(56)
      expect(width).toBeGreaterThanOrEqual(40)
    }
    expect(links.elements()).toEqual([])
  })

  test('the menu has pages, history and theme; a link and Escape close it', async () => {
    await renderApp('/?model=parley/echo')
    await talk('Good morning')
    await menu.click()
    await expect.element(page.getByRole('combobox', { name: 'Theme' })).toBeVisible()
    await links.getByText('Models').click()
    await expectAddress(/^\/models/u)
    await expect.poll(() => links.elements()).toEqual([])

    await menu.click()
    await expect.element(links.first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => links.elements()).toEqual([])
    await expect.element(menu).toHaveFocus()

    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('dialog', { name: 'History' }).getByRole('link', { name: 'Good morning' }).click()
    await expectAddress(/^\/c\//u)
    await expectNone(page.getByRole('dialog'))
    expect(links.elements()).toEqual([])
  })

  test('what the header has no room for is in a menu', async () => {
    await renderApp('/?model=parley/echo')
    await page.getByRole('button', { name: 'Conversation actions' }).click()
    await page.getByRole('menuitem', { name: 'Add model' }).click()
    await expect.element(page.getByRole('combobox', { name: 'Model 2' })).toBeInTheDocument()
    await page.getByRole('button', { name: 'Conversation actions' }).click()
    await page.getByRole('menuitem', { name: 'Get code' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Get code' })).toBeVisible()
  })
})

test('folds to icons, and stays so on the next visit', async () => {
  await renderApp('/models')
  const models = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' })
  await page.getByRole('button', { name: 'Hide sidebar' }).click()
  expect(models.element().getBoundingClientRect().width).toBeLessThan(40)
  await expectNone(history)
  await renderApp('/models')
  await expect.element(models).toBeVisible()
  expect(models.element().getBoundingClientRect().width).toBeLessThan(40)
  await page.getByRole('button', { name: 'Show sidebar' }).click()
  await expect.element(history).toBeVisible()
})
