import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { addConnection, askModel, openSettings } from './connect.ts'
import { startOtherService, type OtherService } from './other-service.ts'
import { startParley, test as base, type Parley } from './parley.ts'

// How a reply ends and what one can do then, against a service of another origin that plays every ending.

const test = base.extend<{ other: OtherService }>({
  other: async ({}, use) => {
    const other = await startOtherService()
    await use(other)
    await other.stop()
  },
})

async function begin(page: Page, parley: Parley, url: string, model: string): Promise<void> {
  await openSettings(page, parley)
  await addConnection(page, url, { name: 'Elsewhere' })
  await askModel(page, model)
}

const replyIn = (page: Page, model: string) => page.getByRole('article', { name: `Reply from ${model}` })
const button = (page: Page, name: string) => page.getByRole('log').getByRole('button', { name, exact: true })

test('a reply that was cut keeps what arrived, and goes on from there or starts again', async ({
  page,
  parley,
  other,
}) => {
  await begin(page, parley, other.origin, 'other-cut')
  const reply = replyIn(page, 'other-cut')
  await expect(reply).toHaveAttribute('data-state', 'interrupted')
  await expect(reply.locator('[data-part="text"]')).toHaveText('Half a rep')
  await expect(reply.getByRole('alert')).toContainText('What arrived is kept')
  // Told once: the alert says it, and the log's own announcement does not say it again.
  await expect(page.getByRole('log').getByRole('status').filter({ hasText: 'ended early' })).toHaveCount(0)
  await button(page, 'Continue').click()
  await expect(reply.locator('[data-part="text"]')).toHaveText('Half a repHalf a rep')
  await expect(reply).toHaveAttribute('data-state', 'interrupted')
  await button(page, 'Retry').click()
  await expect(reply.locator('[data-part="text"]')).toHaveText('Half a rep')
})

test(
  'a limit is waited for in seconds, without asking again by itself',
  { tag: '@phone' },
  async ({ page, parley, other }) => {
    await begin(page, parley, other.origin, 'other-limited')
    const reply = replyIn(page, 'other-limited')
    await expect(reply).toHaveAttribute('data-state', 'failed')
    await expect(reply.getByRole('alert')).toContainText('Too many requests.')
    await expect(button(page, 'Retry')).toHaveAttribute('aria-disabled', 'true')
    await expect(reply.locator('[data-retry-in]')).toBeVisible()
    const asked = () => other.requests.filter(({ path }) => path.endsWith('/completions')).length
    await expect(reply.getByRole('status')).toHaveText('You can retry now.')
    await expect(button(page, 'Retry')).toHaveAttribute('aria-disabled', 'false')
    expect(asked()).toBe(1)
    await button(page, 'Retry').click()
    await expect.poll(asked).toBe(2)
  },
)

test('a reply that reached its limit can go on, and one that was stopped too', async ({ page, parley, other }) => {
  await begin(page, parley, other.origin, 'other-long')
  await expect(replyIn(page, 'other-long')).toContainText('reached its token limit')
  await expect(button(page, 'Continue')).toBeVisible()
  await expect(button(page, 'Retry')).toHaveCount(0)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await askModel(page, 'other-silent')
  await page.getByRole('button', { name: 'Stop' }).click()
  const stopped = replyIn(page, 'other-silent')
  await expect(stopped).toHaveAttribute('data-state', 'stopped')
  await expect(stopped).toContainText('Stopped before the first token')
  await expect(stopped.getByRole('alert')).toHaveCount(0)
  await expect(button(page, 'Retry')).toBeVisible()
  await expect(button(page, 'Continue')).toHaveCount(0)
})

test('a long wait is told in seconds, quietly, with the way out', async ({ page, parley, other }) => {
  await page.clock.install()
  await begin(page, parley, other.origin, 'other-silent')
  const reply = replyIn(page, 'other-silent')
  await expect(reply).toContainText('Waiting for first token…')
  await expect(reply).not.toContainText(/\d s/u)
  await page.clock.runFor(12_000)
  await expect(reply).toContainText(/Waiting for first token… 1\d s/u)
  await expect(reply.locator('[aria-live], [role="status"], [role="alert"]')).toHaveCount(0)
})

test('a failure on the side of the service says its words and status', async ({ page, parley, other }) => {
  await begin(page, parley, other.origin, 'other-broken')
  const alert = replyIn(page, 'other-broken').getByRole('alert')
  await expect(alert).toContainText('Elsewhere failed (503): Out of memory.')
  await expect(button(page, 'Retry')).toBeVisible()
})

test('a service that has gone, and one that pages may not read, are told apart', async ({ page, parley, other }) => {
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

test('a refused key leads to the key, and a missing model to another one', async ({ page, parley, other }) => {
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
  await expect(page.getByRole('status').filter({ hasText: 'is saved' })).toBeVisible()
  await page.getByRole('link', { name: 'Playground' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('And now?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(replyIn(page, 'other-good').last().getByRole('alert')).toContainText(
    'Locked does not accept the API key.',
  )
  await button(page, 'Replace the key').click()
  await expect(page).toHaveURL(/\/settings\?connection=/u)
  await expect(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue(locked.origin)
  await locked.stop()
  expect(other.requests).toEqual([])

  await page.goto(`${parley.baseUrl}/?model=parley/ech`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi')
  await page.getByRole('button', { name: 'Send' }).click()
  const missing = replyIn(page, 'parley/ech')
  await expect(missing).toHaveAttribute('data-state', 'failed')
  await missing.getByRole('button', { name: 'Choose another model' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused()
})

test('a key that the service no longer knows leads to its field', async ({ context }) => {
  // Not the page of `test`: what can't be fetched between the two is no fault of the page.
  const page = await context.newPage()
  const yesterday = await startParley()
  await page.goto(`${yesterday.baseUrl}/?model=parley/echo#key=${yesterday.key}`)
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)
  await page.getByRole('textbox', { name: 'Message' }).fill('Hi')
  await yesterday.stop()
  const today = await startParley({ PORT: new URL(yesterday.baseUrl).port })
  try {
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Replace the key' }).click()
    await expect(page.getByRole('textbox', { name: 'API key' })).toBeFocused()
  } finally {
    await today.stop()
  }
})

test('axe finds nothing in any ending', async ({ page, parley, other }) => {
  test.slow()
  await openSettings(page, parley)
  await addConnection(page, other.origin, { name: 'Elsewhere' })
  for (const model of ['other-cut', 'other-limited', 'other-long', 'other-silent']) {
    await askModel(page, model)
    const reply = replyIn(page, model)
    await expect(reply).toHaveAttribute('data-state', model === 'other-silent' ? 'waiting' : /failed|interrupted|done/u)
  }
  await expectAccessible(page)
})
