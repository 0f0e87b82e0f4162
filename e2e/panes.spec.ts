import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startFaultEngine } from '#testing/faults.ts'
import { startParley, test, type Parley } from './parley.ts'

// src/app/features/playground/panes/panes.browser.test.tsx tests everything that needs no real service.

// Six concurrent replies are slow on a small, busy machine.
test.describe.configure({ timeout: 90_000 })
const patient = expect.configure({ timeout: 30_000 })

let engine: Awaited<ReturnType<typeof startFaultEngine>>
let parley: Parley
test.beforeAll(async () => {
  engine = await startFaultEngine()
  parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
})
test.afterAll(async () => {
  await parley.stop()
  engine.close()
})

const four = ['parley/echo', 'parley/eliza', 'parley/typist', 'parley/babble']

async function open(page: Page, ...ids: string[]) {
  await page.goto(`${parley.baseUrl}/?models=${ids.join(',')}#key=${parley.key}`)
  await expect(page.getByRole('combobox', { name: /^Model/u })).toHaveCount(ids.length)
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).not.toHaveValue('')
}

const pane = (page: Page, place: number) => page.getByRole('region', { name: `Pane ${place}` })
const lastReply = (page: Page, place: number) =>
  pane(page, place)
    .getByRole('article', { name: /^Reply/u })
    .last()

async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

test('finishes four of six panes while one fails and one stalls', async ({ page }) => {
  await open(page, ...four, 'community/error-frame', 'community/stalls')
  await expect(page.getByRole('button', { name: 'Add model' })).toHaveCount(0)
  await say(page, '40 tokens')
  for (const place of [1, 2, 3, 4]) {
    await patient(lastReply(page, place)).toHaveAttribute('data-state', 'done')
    await expect(pane(page, place).getByText('Done', { exact: true })).toBeAttached()
  }
  await patient(lastReply(page, 5)).toHaveAttribute('data-state', 'failed')
  await expect(lastReply(page, 5)).toContainText('Half a rep')
  await expect(lastReply(page, 5).getByRole('button', { name: 'Retry' })).toBeVisible()
  await patient(lastReply(page, 6)).toHaveAttribute('data-state', 'streaming')

  // The stalled pane queues the message while the others reply.
  await say(page, 'again')
  await expect(pane(page, 1).getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(pane(page, 6).getByRole('article', { name: 'You' })).toHaveCount(1)
  const queued = pane(page, 6).getByRole('group', { name: 'Queued message' })
  await expect(queued).toContainText('again')
  await expect(queued).toContainText('Queued: sends when this reply ends')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  // Its reply answers a different message, so it isn't compared.
  const comparison = page.getByRole('region', { name: 'Comparison of the last replies' })
  await patient(comparison).toHaveText(/Not compared:\s*stalls\s*\(different prompt\)/u)
  await comparison.getByRole('button', { name: 'Figures and chart' }).click()
  await expect(comparison.getByRole('table', { name: 'Figures of the last replies' }).getByRole('row')).toHaveCount(6)
  await comparison.getByRole('button', { name: 'Figures and chart' }).click()
  await patient(lastReply(page, 5)).toHaveAttribute('data-state', 'failed')

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await patient(lastReply(page, 6)).toHaveAttribute('data-state', 'stopped')
  await expect(lastReply(page, 6)).toContainText('Half a rep')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()

  // Stop keeps queued messages unsent, and a reload loses nothing.
  const unsent = pane(page, 6).getByRole('group', { name: 'Unsent message' })
  await expect(unsent).toContainText('again')
  await page.reload()
  await expect(unsent).toContainText('Not sent')
  await unsent.getByRole('button', { name: 'Send now' }).click()
  await expect(pane(page, 6).getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(unsent).toHaveCount(0)
})

test('axe finds no violations in streaming panes', async ({ page }) => {
  await open(page, 'community/stalls', 'community/error-frame', 'parley/echo', 'community/stalls')
  await say(page, 'all of you')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'streaming')
  await patient(lastReply(page, 2)).toHaveAttribute('data-state', 'failed')
  await patient(lastReply(page, 3)).toHaveAttribute('data-state', 'done')
  await page.getByRole('button', { name: 'Figures and chart' }).click()
  await expectAccessible(page, { themes: ['light', 'dark'] })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Close pane 4' }).click()
  await page.getByRole('switch', { name: 'Separate messages' }).click()
  await expectAccessible(page)
})

test('hides which model replies until a vote', { tag: '@phone' }, async ({ page }) => {
  await open(page, 'parley/echo', 'parley/eliza')
  await page.getByRole('switch', { name: 'Blind' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('I am happy')
  await page.getByRole('button', { name: 'Send' }).click()
  const replies = page.getByRole('article', { name: /^Reply [AB]$/u })
  await expect(replies.and(page.locator('[data-state=done]'))).toHaveCount(2)
  await expect(page.getByRole('main')).not.toContainText(/\b(?:Echo|Eliza)\b/u)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'B is best' }).focus()
  await page.keyboard.press('Enter')
  const chosen = (await replies.nth(1).getByRole('heading').innerText()).replace(/^B: /u, '')
  expect(['Echo', 'Eliza']).toContain(chosen)
  await expect(page.getByText(`You chose ${chosen}.`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Win rates' }).getByRole('row', { name: chosen })).toContainText(
    '1 of 1',
  )

  // The next replies are hidden again.
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('I am sad')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('button', { name: 'Tie' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/\b(?:Echo|Eliza)\b/u)
  await page.getByRole('switch', { name: 'Blind' }).click()
  await expect(page.getByRole('article', { name: /^Reply from/u })).toHaveCount(4)
})
