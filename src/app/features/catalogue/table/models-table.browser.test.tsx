import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listingEngine, messyList } from '#app/data/calls/test-engines.test-support.ts'
import { expectCount, firstNames, publishedModels, table } from '#app/features/catalogue/catalogue-page.test-support.ts'
import {
  expectAddress,
  expectNone,
  focusOn,
  goBack,
  press,
  sidewaysScroll,
} from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const focused = () => document.activeElement
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('sorts by any heading, one way and the other, and by several at once', async () => {
  await renderApp('/models')
  const column = (name: string) => table.getByRole('columnheader', { name: new RegExp(name, 'u') })
  const sortBy = (name: string, modifiers: 'Shift'[] = []) => column(name).getByRole('button').click({ modifiers })
  await sortBy('Context')
  await expect.element(column('Context')).toHaveAttribute('aria-sort', 'descending')
  await sortBy('Input', ['Shift'])
  await expect.element(column('Input')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(column('Context')).toHaveAttribute('aria-sort', 'descending')
  await expectAddress(/sort=-context,input/u)
  await sortBy('Input')
  await expect.element(column('Context')).toHaveAttribute('aria-sort', 'none')
  await expect.element(column('Input')).toHaveAttribute('aria-sort', 'descending')
  await sortBy('Input')
  await expect.element(column('Input')).toHaveAttribute('aria-sort', 'ascending')
  // Unknown values are last in both directions.
  await focusOn(table.getByRole('link').first())
  await press('Control+End')
  await expect.poll(() => table.getByRole('row').last().getByRole('cell').nth(3).query()?.textContent).toBe('–')
})

test('shows price, context and capabilities', async () => {
  await renderApp('/models')
  const row = page.getByRole('row', { name: /parley\/eliza/u })
  for (const words of ['Streaming', 'Free', 'Active']) await expect.element(row).toHaveTextContent(words)
  await expect.element(row.getByRole('cell').nth(2)).toHaveTextContent(/^[\d.]+[KM]$/u)
  await expect.element(page.getByText(/^Prices: .*20\d\d/u)).toBeVisible()
})

test('keeps focus in rows far outside the rendered ones', async () => {
  await renderApp('/models')
  const { length } = await publishedModels()
  const row = () => focused()?.closest('[role=row]')
  const isInView = () => {
    const { top, bottom } = row()?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
    return bottom > 0 && top < innerHeight
  }
  await focusOn(table.getByRole('link').first())
  for (let step = 0; step < 4; step++) await press('PageDown')
  await expect.poll(() => Number(row()?.getAttribute('aria-rowindex'))).toBeGreaterThan(20)
  await expect.poll(isInView).toBe(true)
  await press('Control+End')
  await expect.poll(() => row()?.getAttribute('aria-rowindex')).toBe(String(length + 1))
  await expect.poll(isInView).toBe(true)
  await press('Control+Home')
  await expect.poll(() => row()?.getAttribute('aria-rowindex')).toBe('2')
  await press('Shift+Tab')
  await expect.poll(() => focused()?.tagName).toBe('BUTTON')
})

test('renders the rows before the filters', async () => {
  const filters: number[] = []
  const observer = new MutationObserver(() => {
    if (document.querySelector('[data-place]')) filters.push(document.querySelectorAll('aside input').length)
  })
  observer.observe(document, { childList: true, subtree: true })
  await renderApp('/models')
  await expect.element(page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first()).toBeVisible()
  observer.disconnect()
  expect(filters[0]).toBe(0)
})

test('reports that a ninth model can’t be compared, and that an id wasn’t copied', async () => {
  await renderApp('/models')
  const compare = table.getByRole('button', { name: 'Compare' })
  for (let place = 0; place < 9; place++) await compare.nth(place).click()
  const full = page.getByText('You can compare up to 8 models. Remove one')
  await expect.element(full).toBeInViewport()
  await expect.element(compare.nth(8)).toHaveAttribute('aria-pressed', 'false')
  await compare.nth(0).click()
  await expectNone(full)

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await table.getByRole('button', { name: 'Copy id' }).first().click()
  await expect.element(page.getByText('blocked copying. Copy the id manually: parley/')).toBeInViewport()
})

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s', (_, width, height) => {
  test('shows no invented figures for messy models, and links to their pages', async () => {
    await page.viewport(width, height)
    await renderApp('/models?q=acme', { engines: [listingEngine(messyList)] })
    await expectCount(messyList.length)
    await expect.element(table).not.toHaveTextContent(/NaN|undefined|Infinity|null|1970/u)
    expect(sidewaysScroll()).toBeLessThanOrEqual(0)
    for (const name of firstNames(99)) {
      await table.getByRole('link', { name, exact: true }).click()
      await expect.element(heading(name)).toBeVisible()
      await goBack()
      await expectCount(messyList.length)
    }
  })

  test('reports why the list can’t load, and retries', async () => {
    await page.viewport(width, height)
    let isGone = true
    await renderApp('/models', {
      intercept(request, service) {
        if (isGone) throw new TypeError('Failed to fetch')
        return service(request)
      },
    })
    await expect.element(page.getByRole('alert')).toBeVisible()
    isGone = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectCount()
  })
})
