import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { messyModels } from './listing-engine.ts'
import { test } from './messy-parley.ts'
import type { Parley } from './parley.ts'

const pathOf = (id: string) => `/models/${id.split('/').map(encodeURIComponent).join('/')}`

async function open(page: Page, parley: Parley, id: string): Promise<void> {
  await page.goto(`${parley.baseUrl}${pathOf(id)}#key=${parley.key}`)
}

test.describe('a model’s page', { tag: '@phone' }, () => {
  for (const { id, name = id.split('/').slice(1).join('/') } of messyModels) {
    test(`opens directly and after a reload: ${id}`, async ({ page, parley }) => {
      await open(page, parley, id)
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
      await expect(page).toHaveURL((url) => url.pathname === new URL(pathOf(id), url).pathname)
      await expect(page.getByRole('main')).toContainText(id)
      await expect(page.getByRole('main')).not.toContainText(/NaN|undefined|Infinity|1970/u)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways).toBeLessThanOrEqual(0)
    })
  }

  test('has nothing that axe finds wrong', async ({ page, parley }) => {
    await open(page, parley, 'openai/gpt-4.1-mini')
    await expect(page.getByRole('heading', { name: 'Cheaper, with the same capabilities' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('shows what is known, with the exact context, the prices and where they are from', async ({ page, parley }) => {
  await open(page, parley, 'acme/llama3.2:3b')
  const facts = page.getByRole('region', { name: 'Facts' })
  await expect(facts).toContainText('131K')
  await expect(facts).toContainText('131,072 tokens')
  await expect(facts).toContainText('Function calling')
  const prices = page.getByRole('region', { name: 'Prices' })
  await expect(prices).toContainText('$0.15')
  await expect(prices).toContainText('$0.075')
  await expect(prices).toContainText(/engine or operator, read \d+ \w+ 20\d\d/u)

  await open(page, parley, 'openai/gpt-4.1-mini')
  await expect(prices).toContainText(/Prices from \S+, \d+ \w+ 20\d\d/u)

  await open(page, parley, 'acme/50% off?#1 й')
  await expect(prices).toContainText('–')
  await expect(prices).toContainText('Prices unknown')
})

test('copies the id, opens the playground, and gathers for the comparison', async ({ page, parley, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, parley, 'parley/echo')
  await page.getByRole('button', { name: 'Copy id' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('parley/echo')
  await page.getByRole('button', { name: 'Add to compare' }).click()

  await open(page, parley, 'parley/eliza')
  await page.getByRole('button', { name: 'Add to compare' }).click()
  await page.getByRole('link', { name: 'Compare 2' }).click()
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('parley/eliza')

  await open(page, parley, 'parley/eliza')
  await page.getByRole('link', { name: 'Open in playground' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/' && url.searchParams.get('model') === 'parley/eliza')
})

test('gives a command that works, and says where its key comes from', async ({ page, parley }) => {
  await open(page, parley, 'parley/echo')
  const call = page.getByRole('region', { name: 'Call it' })
  for (const words of ['export PARLEY_KEY=', '#key=', 'npm run keys -- add NAME'])
    await expect(call).toContainText(words)
  const command = await page.getByRole('group', { name: 'Command' }).innerText()
  expect(command).not.toContain(parley.key)
  const { execFileSync } = await import('node:child_process')
  const env = { PATH: process.env['PATH'] ?? '', PARLEY_KEY: parley.key }
  const reply = execFileSync('sh', ['-c', command.replace('curl', 'curl --silent --fail-with-body')], { env })
  expect(JSON.parse(reply.toString())).toMatchObject({ choices: [{ message: { content: 'Good morning' } }] })
})

test('says why a model cannot be called, and what would make it so', async ({ page, parley }) => {
  const why = page.getByRole('note')
  await open(page, parley, 'openai/gpt-4.1-mini')
  await expect(why).toContainText('Not connected')
  await expect(why).toContainText('OPENAI_API_KEY')
  await open(page, parley, 'acme/painter')
  await expect(why).toContainText('only runs chat models')
  await expect(page.getByRole('link', { name: 'Open in playground' })).toHaveCount(0)
  await open(page, parley, 'parley/echo')
  await expect(page.getByRole('link', { name: 'Open in playground' })).toBeVisible()
  await expect(why).toHaveCount(0)
})

test('says that an id is unknown, and that a type is the wrong one', async ({ page, parley }) => {
  await open(page, parley, 'no/such.model:1')
  await expect(page.getByRole('alert')).toContainText('There is no model called no/such.model:1')
  await page.getByRole('link', { name: 'Show all models' }).click()
  await expect(page).toHaveURL(/\/models$/u)

  await page.goto(`${parley.baseUrl}/models/parley/echo?type=moderation`)
  await expect(page.getByRole('alert')).toContainText('text generation')
  await page.getByRole('link', { name: 'Show the model' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Echo' })).toBeVisible()

  await page.goto(`${parley.baseUrl}/models/parley/echo?type=banana`)
  await expect(page.getByRole('alert')).toContainText('Ignored in the link: type=banana')
  await expect(page.getByRole('heading', { level: 1, name: 'Echo' })).toBeVisible()
  await expect(page).toHaveURL(/\/models\/parley\/echo$/u)
})

test('is read with the keyboard alone, from one model to its alternative', async ({ page, parley }) => {
  await open(page, parley, 'openai/gpt-4.1-mini')
  const cheaper = page.getByRole('region', { name: 'Cheaper, with the same capabilities' })
  const next = cheaper.getByRole('link').first()
  const name = await next.innerText()
  await next.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toContainText(/Prices from .*20\d\d/u)
  await expect(page.locator(':focus')).toHaveAccessibleName(/^\$[\d,.]+$/u)
  await expect(page.locator(':focus')).toHaveAccessibleDescription(/^Prices from/u)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'GPT-4.1 mini' })).toBeVisible()
})

test('shows a public model without a key, and says what is missing for the rest', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/models/acme/painter`)
  await expect(page.getByRole('heading', { level: 1, name: 'Painter' })).toBeVisible()
})
