import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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

const messyIds = messyList.map(({ id }) => id.replaceAll(/[%,]/gu, encodeURIComponent)).join(',')
const open = (ids: string) =>
  renderApp(`/compare?ids=${encodeURIComponent(ids)}`, { engines: [listingEngine(messyList)] })

const comparison = page.getByRole('region', { name: 'Comparison' })
const alert = page.getByRole('alert')
const row = (name: string) =>
  comparison.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s', (_, width, height) => {
  beforeEach(() => page.viewport(width, height))

  test('shows models with any name side by side, and scrolls inside the table', async () => {
    await open(messyIds)
    await expect.element(page.getByText(`${messyList.length} of 8 models`)).toBeVisible()
    await expect.poll(() => comparison.getByRole('columnheader').elements().length).toBe(messyList.length + 1)
    await expect.element(comparison).not.toHaveTextContent(/NaN|undefined|Infinity|1970/u)
    expect(sidewaysScroll()).toBeLessThanOrEqual(0)
    const first = comparison.getByRole('rowheader', { name: 'Status' }).element()
    const before = first.getBoundingClientRect().x
    comparison.element().scrollBy({ left: 400, behavior: 'instant' })
    expect(first.getBoundingClientRect().x).toBe(before)
  })
})

test('says how many models follow to the right, and scrolls to the next', async () => {
  await open(messyIds)
  const headings = () => comparison.getByRole('columnheader').elements()
  const beyond = () => headings().filter((each) => each.getBoundingClientRect().right > innerWidth + 1).length
  const more = page.getByRole('button', { name: /more models? to the right$/u })
  for (const width of [1000, 390]) {
    await page.viewport(width, 844)
    await expect.poll(beyond).toBeGreaterThan(0)
    await expect.element(more).toHaveAccessibleName(new RegExp(`^${beyond()} more`, 'u'))
  }
  for (let left = beyond(); left > 0; left--) {
    await more.click()
    await expect.poll(beyond).toBe(left - 1)
  }
  await expectNone(more)
  await comparison.getByRole('button', { name: 'Remove Painter' }).click()
  await comparison.getByRole('button', { name: 'Remove Asleep' }).click()
  comparison.element().scrollTo({ left: 0, behavior: 'instant' })
  await expect.poll(() => headings().length).toBe(messyList.length - 1)
  await expect.element(more).toHaveAccessibleName(new RegExp(`^${beyond()} more`, 'u'))
  await open('parley/echo,parley/eliza')
  await page.viewport(1440, 900)
  await expect.poll(beyond).toBe(0)
  await expectNone(more)
})

test('keeps names in view on a phone, beside two models', async () => {
  await page.viewport(390, 844)
  await open('parley/echo,parley/eliza,parley/babble')
  await expect.element(comparison).toBeVisible()
  const heading = (place: number) => comparison.getByRole('columnheader').nth(place).element().getBoundingClientRect()
  expect(heading(2).right).toBeLessThanOrEqual(390)
  const { top } = heading(0)
  expect(top).toBeLessThan(400)
  comparison.element().scrollBy({ top: 300, behavior: 'instant' })
  expect(heading(0).top).toBe(top)
})

test('marks the best value of each row, if known', async () => {
  await open('acme/llama3.2:3b,openai/gpt-4.1-mini,acme/asleep')
  const cell = (name: string, place: number) => row(name).getByRole('cell').nth(place)
  await expect.element(cell('Input tokens / 1M', 0)).toHaveTextContent(/^\$0.15 \(best\)$/u)
  await expect.element(cell('Input tokens / 1M', 1)).toHaveTextContent(/^\$0.40$/u)
  await expect.element(cell('Input tokens / 1M', 2)).toHaveTextContent(/^–$/u)
  await expect.element(cell('Context', 1)).toHaveTextContent(/^1.05M \(best\)$/u)
  await expect.element(cell('Price source', 1)).toHaveTextContent(/20\d\d$/u)
  await expect.element(row('Status')).not.toHaveTextContent('(best)')
})

test('starts empty, adds models by keyboard, shows only differences, and removes models', async () => {
  await renderApp('/compare')
  const add = page.getByRole('combobox', { name: 'Add model' })
  const addModel = async (id: string) => {
    await expect.element(add).toBeVisible()
    await focusOn(add)
    await userEvent.keyboard(id)
    await press('Enter')
  }
  await addModel('parley/echo')
  await expectAddress('/compare?ids=parley/echo')
  await addModel('parley/eliza')
  await expectAddress('/compare?ids=parley/echo,parley/eliza')

  await expect.element(row('Maker')).toBeVisible()
  await focusOn(page.getByRole('checkbox', { name: 'Differences only' }))
  await userEvent.keyboard(' ')
  await expectNone(row('Maker'))
  await expect.element(row('Description')).toBeVisible()

  await focusOn(page.getByRole('button', { name: 'Remove Echo' }))
  await press('Enter')
  await expectAddress('/compare?ids=parley/eliza')
  await goBack()
  await expect.element(page.getByRole('button', { name: 'Remove Echo' })).toBeVisible()
})

test('opens up to six chat models in the playground', async () => {
  await open('parley/echo,acme/painter,parley/eliza')
  await page.getByRole('link', { name: 'Try all in the playground' }).click()
  await expectAddress('/?models=parley/echo,parley/eliza')
  await open('parley/echo,parley/eliza,parley/babble,parley/typist,openai/gpt-4.1-mini,acme/asleep,acme/llama3.2:3b')
  await expect.element(page.getByRole('link', { name: 'Try the first 6 in the playground' })).toBeVisible()
})

test('copies the table as Markdown and as CSV, without spreadsheet formulas', async () => {
  const copied = watchClipboard()
  await open(messyIds)
  await page.getByRole('button', { name: 'Copy as CSV' }).click()
  expect(copied()?.split('\r\n')[0]).toContain(`"'=HYPERLINK(""http://x"",""y"")",Two | three,`)
  expect(copied()).toContain('\r\nInput tokens / 1M,0.15,0,,150000,,\r\n')
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  expect(copied()?.split('\n')[0]).toContain(String.raw`Two \| three`)
  expect(copied()).toContain('| Input tokens / 1M | $0.15 | Free | – | $150,000.00 | – | – |')
})

test('reports what it leaves out: unknown ids and a ninth model', async () => {
  await open('parley/echo,no/such,parley/echo,parley/eliza')
  await expect.element(alert).toHaveTextContent('Unknown model: no/such.')
  await expect.element(alert).toHaveTextContent('Check the id, or remove it.')
  await focusOn(page.getByRole('button', { name: 'Remove', exact: true }))
  await press('Enter')
  await expectAddress('/compare?ids=parley/echo,parley/eliza')
  await expectNone(alert)
  await expect.element(page.getByRole('main')).toHaveFocus()
  await focusOn(page.getByRole('button', { name: 'Remove Echo' }))
  await press('Enter')
  await expectAddress('/compare?ids=parley/eliza')
  await expect.element(page.getByRole('main')).toHaveFocus()

  await open(`${messyIds},parley/echo,parley/eliza,parley/babble`)
  await expect.element(alert).toHaveTextContent('Not shown: Babble')
  await expect.element(page.getByText('8 of 8 models')).toBeVisible()
  await expect.element(page.getByText('Remove one to add another')).toBeVisible()

  await open(Array.from({ length: 200 }, (_, place) => `no/${place}`).join(','))
  await expect.element(alert).toHaveTextContent('no/7 and 192 more. Check the ids')
})
