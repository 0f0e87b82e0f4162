import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { addConnection, askModel, openSettings } from './connect.ts'
import { startOtherService, type OtherService } from './other-service.ts'
import { startParley, test as base } from './parley.ts'

// Reply endings that depend on the network. The actions of each ending are tested in
// src/app/chat/transcript/endings.browser.test.tsx.

const test = base.extend<{ other: OtherService }>({
  other: async ({}, use) => {
    const other = await startOtherService()
    await use(other)
    await other.stop()
  },
})

const replyIn = (page: Page, model: string) => page.getByRole('article', { name: `Reply from ${model}` })
const button = (page: Page, name: string) => page.getByRole('log').getByRole('button', { name, exact: true })

test('distinguishes an unreachable service from a CORS error', async ({ page, parley, other }) => {
  const port = Number(new URL(other.origin).port)
  await openSettings(page, parley)
  await addConnection(page, other.origin, { name: 'Elsewhere' })
  await page.getByRole('link', { name: 'Playground' }).click()
  page.removeAllListeners('console')
  await askModel(page, 'other-good')
  await expect(replyIn(page, 'other-good')).toHaveAttribute('data-state', 'done')
  await other.stop()
  await page.getByRole('textbox', { name: 'Message' }).fill('Still there?')
  await page.getByRole('button', { name: 'Send' }).click()
  const last = replyIn(page, 'other-good').last()
  await expect(last.getByRole('alert')).toContainText(`cannot be reached at ${other.origin}`)
  const silent = await startOtherService({ cors: false }, port)
  await button(page, 'Retry').click()
  await expect(last.getByRole('alert')).toContainText('(CORS)')
  await silent.stop()
  await startOtherService({}, port).then(async (again) => {
    await button(page, 'Retry').click()
    await expect(last).toHaveAttribute('data-state', 'done')
    await again.stop()
  })
})

test('links a refused key to its field', async ({ page, parley, other }) => {
  const locked = await startOtherService({ key: 'right' })
  await openSettings(page, parley)
  await addConnection(page, locked.origin, { name: 'Locked', key: 'right' })
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('')
  await askModel(page, 'other-good')
  await expect(replyIn(page, 'other-good')).toHaveAttribute('data-state', 'done')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'API key' }).fill('wrong')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved ' })).toBeVisible()
  await page.getByRole('link', { name: 'Playground' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('And now?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(replyIn(page, 'other-good').last().getByRole('alert')).toContainText('Locked rejected the API key.')
  await button(page, 'Replace key').click()
  await expect(page).toHaveURL(/\/settings\?connection=/u)
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(locked.origin)
  await locked.stop()
  expect(other.requests).toEqual([])
})

test('links a revoked key to its field', async ({ context }) => {
  // Doesn't use the `page` of `test`, which fails on failed requests.
  const page = await context.newPage()
  const yesterday = await startParley()
  await page.goto(`${yesterday.baseUrl}/?model=parley/echo#key=${yesterday.key}`)
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi')
  await yesterday.stop()
  const today = await startParley({ PORT: new URL(yesterday.baseUrl).port })
  try {
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Replace key' }).click()
    await expect(page.getByRole('textbox', { name: 'API key' })).toBeFocused()
  } finally {
    await today.stop()
  }
})

test('axe finds no violations in any reply ending', async ({ page, parley, other }) => {
  test.slow()
  await openSettings(page, parley)
  await addConnection(page, other.origin, { name: 'Elsewhere' })
  for (const model of ['other-cut', 'other-limited', 'other-long', 'other-silent']) {
    await askModel(page, model)
    const reply = replyIn(page, model)
    await expect(reply).toHaveAttribute('data-state', model === 'other-silent' ? 'waiting' : /failed|interrupted|done/u)
  }
  await expectAccessible(page, { themes: ['light', 'dark'] })
})
