import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listingEngine, messyList } from '#app/data/calls/test-engines.test-support.ts'
import {
  expectAddress,
  expectNone,
  focusOn,
  goBack,
  press,
  sidewaysScroll,
  watchClipboard,
} from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const pathOf = (id: string) => `/models/${id.split('/').map(encodeURIComponent).join('/')}`
const open = (id: string, query = '') =>
  renderApp(pathOf(id) + query, { engines: [listingEngine(messyList)], key: 'sk-planted' })

const main = page.getByRole('main')
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const region = (name: string) => page.getByRole('region', { name })
const alert = page.getByRole('alert')

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s', (_, width, height) => {
  beforeEach(() => page.viewport(width, height))

  test('every model has its own page, whatever its id', async () => {
    for (const { id, name = id.split('/').slice(1).join('/') } of messyList) {
      await open(id)
      await expect.element(title(name)).toBeVisible()
      expect(location.pathname).toBe(new URL(pathOf(id), location.origin).pathname)
      await expect.element(main).toHaveTextContent(id.replaceAll(/\s+/gu, ' '))
      await expect.element(main).not.toHaveTextContent(/NaN|undefined|Infinity|1970/u)
      expect(sidewaysScroll()).toBeLessThanOrEqual(0)
    }
  })
})

test('shows the known facts, with the exact context and the prices with their source', async () => {
  await open('acme/llama3.2:3b')
  for (const words of ['131K', '131,072 tokens', 'Function calling'])
    await expect.element(region('Facts')).toHaveTextContent(words)
  const prices = region('Prices')
  for (const words of ['$0.15', '$0.075', /provider or operator, updated \d+ \w+ 20\d\d/u])
    await expect.element(prices).toHaveTextContent(words)
  await open('openai/gpt-4.1-mini')
  await expect.element(prices).toHaveTextContent(/Prices from \S+, \d+ \w+ 20\d\d/u)
  await open('acme/50% off?#1 й')
  await expect.element(prices).toHaveTextContent('–')
  await expect.element(prices).toHaveTextContent('Prices unknown')
})

test('copies the id, opens the playground, and adds the model to the comparison', async () => {
  const copied = watchClipboard()
  await open('parley/echo')
  await page.getByRole('button', { name: 'Copy id' }).click()
  expect(copied()).toBe('parley/echo')
  await page.getByRole('button', { name: 'Add to comparison' }).click()
  await open('parley/eliza')
  await page.getByRole('button', { name: 'Add to comparison' }).click()
  await page.getByRole('link', { name: 'Compare 2' }).click()
  await expect.element(region('Comparison')).toHaveTextContent('parley/eliza')
  await open('parley/eliza')
  await page.getByRole('link', { name: 'Open in playground' }).click()
  await expectAddress('/?model=parley/eliza')
})

test('shows a command without the key, and explains where to set it', async () => {
  await open('parley/echo')
  for (const words of ['export PARLEY_KEY=', '#key=', 'npm run keys -- add NAME'])
    await expect.element(region('Call this model')).toHaveTextContent(words)
  await expect.element(page.getByRole('group', { name: 'Command' })).toHaveTextContent('parley/echo')
  expect(document.documentElement.outerHTML).not.toContain('sk-planted')
})

test('explains why a model can’t be called, and how to fix that', async () => {
  const why = page.getByRole('note')
  const attempt = page.getByRole('link', { name: 'Open in playground' })
  await open('openai/gpt-4.1-mini')
  await expect.element(why).toHaveTextContent('Not connected')
  // One line until it is opened.
  const next = page.getByText(/OPENAI_API_KEY/u)
  expect(why.element().getBoundingClientRect().height).toBeLessThan(30)
  await expect.element(next).not.toBeVisible()
  await page.getByText('How to connect').click()
  await expect.element(next).toBeVisible()
  await expect.element(region('Call this model')).toHaveTextContent('Works once the model is connected')
  await open('acme/painter')
  await expect.element(why).toHaveTextContent('only runs chat models')
  expect(attempt.query()).toBeNull()
  await open('parley/echo')
  await expect.element(attempt).toBeVisible()
  expect(why.query()).toBeNull()
  await expect.element(region('Call this model')).not.toHaveTextContent('Works once')
})

test('reports an unknown id and a wrong type', async () => {
  await open('no/such.model:1')
  await expect.element(alert).toHaveTextContent('Model no/such.model:1 not found')
  await page.getByRole('link', { name: 'Show all models' }).click()
  await expectAddress('/models')

  await open('parley/echo', '?type=moderation')
  await expect.element(alert).toHaveTextContent('text generation')
  await page.getByRole('link', { name: 'Show model' }).click()
  await expect.element(title('Echo')).toBeVisible()

  await open('parley/echo', '?type=banana')
  await expect.element(alert).toHaveTextContent('Ignored invalid values in the link: type=banana')
  await expect.element(title('Echo')).toBeVisible()
  await expectAddress('/models/parley/echo')
})

test('works with the keyboard only, from one model to its alternative', async () => {
  await open('openai/gpt-4.1-mini')
  const next = region('Cheaper, with the same capabilities').getByRole('link').first()
  await expect.element(next).toBeVisible()
  const name = next.element().textContent
  await focusOn(next)
  await press('Tab')
  const tooltip = page.getByRole('tooltip')
  await expect.element(tooltip).toHaveTextContent(/Prices from .*20\d\d/u)
  expect(document.activeElement).toHaveAccessibleName(/^\$[\d,.]+$/u)
  expect(document.activeElement).toHaveAccessibleDescription(/^Prices from/u)
  await press('Escape')
  await expectNone(tooltip)
  await press('Shift+Tab')
  await press('Enter')
  await expect.element(title(name)).toBeVisible()
  await goBack()
  await expect.element(title('GPT-4.1 mini')).toBeVisible()
})

test('shows a public model without a key', async () => {
  await renderApp('/models/acme/painter', {
    engines: [listingEngine(messyList)],
    key: null,
    isKey: (key) => key !== undefined,
  })
  await expect.element(title('Painter')).toBeVisible()
})
