import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAddress, expectNone, focusOn, press, talk, watchDownloads } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import type { UsageReport } from '#contract/usage.ts'
import { usageReport, usageRow } from './usage-rows.test-support.ts'

const table = page.getByRole('table', { name: 'Usage' })
const rows = table.getByRole('row')
const bySelect = page.getByRole('combobox', { name: 'By', exact: true })
const periodSelect = page.getByRole('combobox', { name: 'Period' })
const heading = (name: string) => table.getByRole('columnheader', { name })
const texts = (role: 'rowheader' | 'cell') =>
  table
    .getByRole(role)
    .elements()
    .map((each) => each.textContent)

/** Opens the page over a service that answers `GET /v1/usage` like this. */
async function openUsage(
  address: string,
  answer: (query: URLSearchParams) => UsageReport | Response | Promise<Response>,
) {
  const asked: string[] = []
  await renderApp(address, {
    async intercept(request, service) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/v1/usage') return service(request)
      asked.push(searchParams.toString())
      const answered = await answer(searchParams)
      return answered instanceof Response ? answered : Response.json(answered)
    },
  })
  return asked
}

const breakConnection = (): never => {
  throw new TypeError('Failed to fetch')
}
const refusal = (status: number, message: string) =>
  Response.json({ error: { message, type: 'permission_error', param: null, code: null } }, { status })

const today = new Date().toISOString().slice(0, 10)
const models = [
  usageRow({
    model: 'acme/large',
    requests: 20,
    failed_requests: 2,
    input_tokens: 1200,
    cost: 3.5,
    first_token_ms: 310,
  }),
  usageRow({ model: 'acme/tiny', requests: 90, input_tokens: 12_345_678, cached_tokens: 400, cost: 0.25 }),
  usageRow({ model: '=cmd|calc', requests: 5, output_tokens: 70, first_token_ms: 120 }),
]
const answerModels = (query: URLSearchParams) =>
  usageReport(query.get('by') === 'day' ? [usageRow({ day: today, requests: 115, cost: 3.75 })] : models)

test('counts what was said in the playground', async () => {
  await renderApp('/?model=parley/echo')
  await talk()
  await page.getByRole('link', { name: 'Usage' }).click()
  await expect.element(table).toBeVisible()
  await bySelect.selectOptions('Model')
  await expect.element(table.getByRole('rowheader', { name: 'parley/echo' })).toBeVisible()
  expect(document.title).toBe('Usage · Parley')
  await expectAddress('/usage?by=model')
})

test('shows totals and rows, sorts them, and keeps the view in the URL', async () => {
  const asked = await openUsage('/usage?by=model&period=today', answerModels)
  await expect.element(rows.nth(1)).toHaveTextContent('Total of 3 rows')
  expect(asked).toContain(`by=model&from=${today}&to=${today}`)
  expect(texts('rowheader')).toEqual(['Total of 3 rows', 'acme/large', 'acme/tiny', '=cmd|calc'])
  expect(texts('cell').slice(9, 18)).toEqual(['20', '2', '1,200', '0', '0', '0', '$3.5000', '0.31 s', '0.00 s'])
  await expect.element(heading('Cost')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(table.getByText('12.3M').last()).toHaveAttribute('title', '12,345,678')

  await heading('First token').getByRole('button').click()
  await expect.poll(() => texts('rowheader').slice(1)).toEqual(['acme/large', '=cmd|calc', 'acme/tiny'])
  await heading('First token').getByRole('button').click()
  await expect.poll(() => texts('rowheader').slice(1)).toEqual(['=cmd|calc', 'acme/large', 'acme/tiny'])
  await expectAddress('/usage?by=model&period=today&sort=first')

  await periodSelect.selectOptions('Custom')
  await page.getByLabelText('From').fill('2026-10-01')
  await expectAddress(`/usage?by=model&period=custom&from=2026-10-01&to=${today}&sort=first`)
  await page.getByLabelText('To', { exact: true }).fill('2026-09-01')
  await expect.element(page.getByRole('alert')).toHaveTextContent('The start date is after the end date')
})

test('exports the rows of the view in their order, without formulas', async () => {
  const lastFile = watchDownloads()
  await openUsage('/usage?by=model&period=today&sort=requests', answerModels)
  await expect.element(table).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const { name, text } = await lastFile()
  expect(name).toBe(`usage-${today}-to-${today}-by-model.csv`)
  expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'model',
    "'=cmd|calc",
    'acme/large',
    'acme/tiny',
    '',
  ])
})

test('shows budgets, the most used first, and whose usage it is', async () => {
  const resets = { period: 'month' as const, resets_at: '2027-02-01T00:00:00Z' }
  await openUsage('/usage', () =>
    usageReport([usageRow({ day: today, cost: 1 })], {
      key: 'laptop',
      budgets: [
        { ...resets, key: 'laptop', budget: 10, spent: 4 },
        { ...resets, key: 'laptop', period: 'day', budget: 2, spent: 2.01 },
        { ...resets, key: 'free', budget: 0, spent: 0 },
        { ...resets, key: 'ci', budget: 10, spent: 8.5 },
      ],
    }),
  )
  await expect.element(page.getByText('Usage of laptop, this browser’s key.')).toBeVisible()
  await expect.element(page.getByText('npm run keys -- add NAME --scopes admin')).toBeVisible()
  await expect
    .element(page.getByRole('meter', { name: 'Budget of laptop today' }))
    .toHaveAttribute('aria-valuetext', '$2.01 of $2.00')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'laptop today' })).toHaveTextContent('Used up')
  await expect.element(page.getByRole('listitem').filter({ hasText: 'ci' })).toHaveTextContent('Nearly used, 85.0 %')
  await expectNone(page.getByRole('meter', { name: 'Budget of laptop this month' }))
  await page.getByRole('button', { name: 'Show all 4' }).click()
  await expect
    .element(page.getByRole('meter', { name: 'Budget of laptop this month' }))
    .toHaveAttribute('aria-valuenow', '4')
})

test('says what to do when nothing was used', async () => {
  await openUsage('/usage?period=today', () => usageReport([]))
  await expect.element(page.getByRole('heading', { name: 'No usage today' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await page.getByRole('button', { name: 'Show last 30 days' }).click()
  await expect.element(page.getByRole('heading', { name: 'No usage in the last 30 days' })).toBeVisible()
  await page.getByRole('link', { name: 'Open playground' }).click()
  await expectAddress('/')
})

test.each([
  ['refused', 'wrong', 'rejected this key'],
  ['missing', null, 'No API key yet'],
])('leads to the key when it is %s', async (_, key, words) => {
  await renderApp('/usage', { key, isKey: () => false })
  await page.getByRole('link', { name: 'Connect a key' }).click()
  await expectAddress('/settings?connection=this-server')
  await expect.element(page.getByRole('alert')).toHaveTextContent(words)
})

test('says why usage can’t be read, tries again, and keeps what it has when a refresh fails', async () => {
  let answer = (): Response | UsageReport => refusal(403, 'This origin isn’t allowed.')
  await openUsage('/usage', () => answer())
  await expect.element(page.getByRole('alert')).toHaveTextContent('This origin isn’t allowed.')
  answer = breakConnection
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('cannot be reached')
  answer = () => usageReport([usageRow({ day: today, requests: 7 })])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(table.getByRole('cell', { name: '7' }).first()).toBeVisible()
  answer = () => Response.json({ data: 'other' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Refresh failed')
  await expect.element(table).toBeVisible()
})

test('shows that it is loading', async () => {
  await openUsage('/usage', () => new Promise<Response>(() => undefined))
  await expect.element(page.getByRole('status', { name: 'Loading usage' })).toBeVisible()
})

test('follows new usage by itself', { timeout: 20_000 }, async () => {
  let requests = 1
  await openUsage('/usage?by=model', (query) =>
    usageReport([usageRow({ [query.get('by') ?? '']: query.get('by') === 'day' ? today : 'acme/tiny', requests })]),
  )
  await expect.element(rows.nth(2)).toHaveTextContent('acme/tiny1')
  requests = 23
  await expect.poll(() => rows.nth(2).element().textContent, { timeout: 15_000 }).toContain('acme/tiny23')
})

test('draws only some of many rows, and sorts and scrolls them', async () => {
  const many = Array.from({ length: 27_000 }, (_, at) =>
    usageRow({
      day: today,
      model: `acme/model-${String(at).padStart(5, '0')}`,
      requests: (at * 7919) % 27_000,
      cost: at,
    }),
  )
  await openUsage('/usage?by=day,model', (query) =>
    query.get('by') === 'day' ? usageReport([usageRow({ day: today, requests: 5 })]) : usageReport(many),
  )
  await expect.element(table).toHaveAttribute('aria-rowcount', '27002')
  await expect.poll(() => rows.elements().length).toBeLessThan(60)
  await heading('Requests').getByRole('button').click()
  await expect.element(rows.nth(2)).toHaveTextContent('26,999')
  await focusOn(page.getByRole('region', { name: 'Usage rows' }))
  await press('End')
  await expect.poll(() => rows.elements().at(-1)?.getAttribute('aria-rowindex'), { timeout: 5_000 }).toBe('27002')
})

test('ignores invalid values of a link, and says so', async () => {
  await openUsage('/usage?by=engine&period=never', answerModels)
  await expect.element(page.getByRole('alert')).toHaveTextContent('period=never, by=engine')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expectAddress('/usage')
})

test('works with the keyboard only', async () => {
  await openUsage('/usage', answerModels)
  await expect.element(table).toBeVisible()
  await focusOn(bySelect)
  await userEvent.keyboard('m')
  await expectAddress('/usage?by=model')
  await focusOn(page.getByRole('radio', { name: 'Cost' }))
  await press('ArrowRight')
  await expectAddress('/usage?by=model&chart=tokens')
  await focusOn(heading('Requests').getByRole('button'))
  await press('Enter')
  await expect.element(heading('Requests')).toHaveAttribute('aria-sort', 'descending')
})

test('has cards on a phone', async () => {
  await page.viewport(390, 844)
  await openUsage('/usage?by=model', answerModels)
  await expect.element(rows.nth(2)).toHaveTextContent('acme/large$3.500020 requests, 2 failed')
  await page.getByRole('combobox', { name: 'Sort' }).selectOptions('Requests')
  await expect.element(rows.nth(2)).toHaveTextContent('acme/tiny')
  await page.getByRole('button', { name: 'Descending' }).click()
  await expect.element(rows.nth(2)).toHaveTextContent('=cmd|calc')
  expect(document.documentElement.scrollWidth).toBe(390)
})
