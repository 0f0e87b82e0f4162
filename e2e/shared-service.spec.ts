import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { postgresPassword, startPostgresServer } from '#testing/postgres-server.ts'
import { startRedisServer } from '#testing/redis-server.ts'
import { openPage, sendMessage } from './page-steps.ts'
import { startParley, test } from './parley.ts'

test('two built services share keys, usage and a budget', async ({ page }) => {
  await using postgres = await startPostgresServer()
  await using redis = await startRedisServer()
  const folder = await mkdtemp(join(tmpdir(), 'parley-shared-'))
  const config = join(folder, 'parley.config.json')
  // A word costs a dollar.
  const pricing = [
    { metric: 'input_tokens', rate: 0 },
    { metric: 'output_tokens', rate: 1_000_000 },
  ]
  await writeFile(config, JSON.stringify({ models: { 'parley/echo': { pricing } } }))
  const settings = {
    PARLEY_STORE: postgres.url,
    PARLEY_LIMITS: redis.url,
    PARLEY_JOURNAL: join(folder, 'journal'),
    PARLEY_CONFIG: config,
  }
  const [one, other] = await Promise.all([startParley(settings), startParley(settings)])
  const add = ['build/server/main.js', 'keys', 'add', 'visitor', '--budget-per-day', '2']
  const { stdout } = await promisify(execFile)(process.execPath, add, { env: { ...process.env, ...settings } })
  expect(stdout).not.toContain(postgresPassword)
  const key = stdout.trim().split('\n').at(-1) ?? ''

  await openPage(page, { ...one, key }, '/?model=parley/echo')
  await sendMessage(page, 'one two three')
  await page.goto(`${other.baseUrl}/usage?by=model#key=${key}`)
  const table = page.getByRole('table', { name: 'Usage' })
  await expect(table.getByRole('rowheader', { name: 'parley/echo' })).toBeVisible()
  const budget = page.getByRole('meter', { name: 'Budget of visitor today' })
  await expect(budget).toHaveAttribute('aria-valuetext', '$3.00 of $2.00')

  await openPage(page, { ...other, key }, '/?model=parley/echo')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('four')
  await page.keyboard.press('Control+Enter')
  const failed = page.locator('article[data-state=failed]')
  await expect(failed).toContainText('402')
  await expect(failed).toContainText(/\$3\.00 .* \$2\.00/u)
  await Promise.all([one.stop(), other.stop()])
  await rm(folder, { recursive: true })
})
