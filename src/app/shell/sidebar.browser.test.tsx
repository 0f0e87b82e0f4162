import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
