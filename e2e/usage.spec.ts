import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import type { LedgerEntry } from '#service/state/ledger.ts'
import { expectAccessible } from './axe.ts'
import { openPage, sendMessage } from './page-steps.ts'
import { type Parley, startParley, test as base } from './parley.ts'
import { horizontalOverflow, unreachableControls } from './reachable.ts'
import { smallTargets } from './target-sizes.ts'

interface Fixtures {
  /** A Parley with a store of its own. `fill` writes to the ledger before the start. */
  startStored: (fill?: (ledgerFolder: string) => Promise<void>) => Promise<{ parley: Parley; admin: Parley }>
}

const test = base.extend<Fixtures>({
  startStored: async ({}, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async (fill) => {
      const folder = await mkdtemp(join(tmpdir(), 'parley-usage-'))
      const settings = { PARLEY_STORE: `file:${folder}` }
      const add = ['build/server/main.js', 'keys', 'add', 'ops', '--scopes', 'admin,chat,models']
      const { stdout } = await promisify(execFile)(process.execPath, add, { env: { ...process.env, ...settings } })
      await mkdir(join(folder, 'ledger'))
      await fill?.(join(folder, 'ledger'))
      const parley = await startParley(settings)
      ends.push(async () => {
        await parley.stop()
        await rm(folder, { recursive: true })
      })
      return { parley, admin: { ...parley, key: stdout.trim().split('\n').at(-1) ?? '' } }
    })
    for (const end of ends) await end()
  },
})

const dayMs = 86_400_000
const table = (page: Page) => page.getByRole('table', { name: 'Usage' })

/**
 * Writes calls of the last 28 days by up to 300 models and 12 keys, one file per month as the service does. Few have day, model
 * and key in common, so that a report by all three has as many rows as there are calls.
 */
async function writeLedger(folder: string, count: number): Promise<void> {
  const months = new Map<string, string[]>()
  for (let at = 0; at < count; at++) {
    const time = Date.now() - (at % 28) * dayMs
    const entry: LedgerEntry = {
      id: `chatcmpl-${at}`,
      time,
      key: `key-${Math.floor(at / 8400)}`,
      model: `acme/model-${Math.floor(at / 28) % 300}`,
      engine: 'acme',
      outcome: at % 50 === 0 ? 'failed' : 'finished',
      input: 1000,
      cached: 400,
      output: 200,
      reasoning: 50,
      estimated: false,
      cost: 0.001 * (at % 7),
      firstMs: 300,
      totalMs: 2000,
    }
    const month = new Date(time).toISOString().slice(0, 7)
    const lines = months.get(month) ?? []
    lines.push(JSON.stringify(entry))
    months.set(month, lines)
  }
  for (const [month, lines] of months) await writeFile(join(folder, `${month}.jsonl`), `${lines.join('\n')}\n`)
}

test('shows what a chat used, with the keyboard only', { tag: '@phone' }, async ({ page, startStored, isMobile }) => {
  const { parley } = await startStored()
  await openPage(page, parley, '/?model=parley/echo')
  await sendMessage(page, 'one two three')
  if (isMobile) await page.goto(`${parley.baseUrl}/usage`)
  else {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused()
    await page.keyboard.type('go to usage')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('Usage of link key, this browser’s key.')).toBeVisible()
  await page.getByRole('combobox', { name: 'By', exact: true }).focus()
  await page.keyboard.type('Model')
  await expect(page).toHaveURL(`${parley.baseUrl}/usage?by=model`)
  await expect(table(page).getByRole('rowheader', { name: 'parley/echo' })).toBeVisible()
  const requests = page.locator('dd').nth(2)
  await expect(requests).toHaveText('1')
  const answer = await fetch(`${parley.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${parley.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'parley/inspect', messages: [{ role: 'user', content: 'Hi' }] }),
  })
  expect(answer.ok).toBe(true)
  // By itself.
  await expect(table(page).getByRole('rowheader', { name: 'parley/inspect' })).toBeVisible({ timeout: 15_000 })
  await expect(requests).toHaveText('2')
})

test(
  'a key added in Settings works, and stops when it is revoked',
  { tag: '@phone' },
  async ({ page, startStored }) => {
    const { admin: parley } = await startStored()
    await openPage(page, parley, '/settings')
    const section = page.getByRole('region', { name: 'API keys' })
    await section.getByRole('button', { name: 'Add key' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('laptop')
    await section.getByRole('textbox', { name: 'Budget per month' }).focus()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    const key = await section.getByRole('textbox', { name: 'New key' }).inputValue()
    const chat = () =>
      fetch(`${parley.baseUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'parley/echo', messages: [{ role: 'user', content: 'Hi' }] }),
      }).then(({ status }) => status)
    await expect.poll(chat).toBe(200)
    await section.getByRole('button', { name: 'Done' }).click()

    await page.goto(`${parley.baseUrl}/usage?by=key`)
    await expect(table(page).getByRole('rowheader', { name: 'laptop' })).toBeVisible()
    await expect(page.getByRole('meter', { name: 'Budget of laptop this month' })).toHaveAttribute(
      'aria-valuetext',
      '$0 of $5.00',
    )

    await page.goto(`${parley.baseUrl}/settings`)
    await section.getByRole('button', { name: 'Revoke laptop' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(section.getByRole('status')).toContainText('Revoked laptop.')
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await expect.poll(chat, { timeout: 10_000 }).toBe(401)
  },
)

test('sums 100,000 calls, sorts them and exports them', async ({ page, startStored }) => {
  test.setTimeout(90_000)
  const { admin: parley } = await startStored((folder) => writeLedger(folder, 100_000))
  await openPage(page, parley, '/usage?by=day,model,key')
  await expect(page.locator('dd').filter({ hasText: /^100K$/u })).toBeVisible()
  const count = 100_000
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(count + 2))
  expect(await table(page).getByRole('row').count()).toBeLessThan(100)
  const header = table(page).getByRole('columnheader', { name: 'Model' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(table(page).getByRole('row').nth(2)).toContainText('acme/model-0')
  await page.getByRole('region', { name: 'Usage rows' }).focus()
  await page.keyboard.press('End')
  await expect(table(page).getByRole('row').last()).toHaveAttribute('aria-rowindex', String(count + 2))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await (await downloading).path()
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(count + 1)
  const total = lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[3]), 0)
  expect(total).toBe(100_000)
})

test('the page and the keys are accessible', { tag: '@phone' }, async ({ page, startStored }) => {
  test.setTimeout(120_000)
  const { admin: parley } = await startStored((folder) => writeLedger(folder, 2_000))
  const themes: ('light' | 'dark')[] = ['light', 'dark']
  const check = async () => {
    await expectAccessible(page, { themes })
    expect(await smallTargets(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBe(0)
    expect(await unreachableControls(page)).toEqual([])
  }
  await openPage(page, parley, '/usage?by=day,model')
  await expect(table(page)).toBeVisible()
  await check()
  const usual = page.viewportSize()
  for (const size of [
    { width: 320, height: 640 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => horizontalOverflow(page)).toBe(0)
    await expect.poll(() => unreachableControls(page)).toEqual([])
  }
  if (usual) await page.setViewportSize(usual)
  await openPage(page, parley, '/usage?period=custom&from=2020-01-01&to=2020-01-02')
  await expect(page.getByRole('heading', { name: 'No usage on these days' })).toBeVisible()
  await check()
  await openPage(page, parley, '/settings')
  await page.getByRole('button', { name: 'Add key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await check()
  await page.getByRole('textbox', { name: 'Key name' }).fill('laptop')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('group', { name: 'New key laptop' })).toBeVisible()
  await check()
})
