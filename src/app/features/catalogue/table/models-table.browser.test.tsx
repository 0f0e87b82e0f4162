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
  watchClipboard,
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
  await renderApp('/models?q=parley')
  const row = page.getByRole('row', { name: /parley\/eliza/u })
  for (const words of ['Streaming', 'Free', 'Connected']) await expect.element(row).toHaveTextContent(words)
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
  await expect.element(page.getByText('blocked copying. Copy the id manually: ')).toBeInViewport()
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

const rowOf = (id: string) => table.getByRole('row').filter({ hasText: id })

test('marks the few models that can be called, and says nothing of the others', async () => {
  await renderApp('/models?q=acme', { engines: [listingEngine(messyList)] })
  await expect.element(rowOf('acme/llama3.2:3b')).toHaveTextContent('Connected')
  for (const id of ['acme/asleep', 'acme/painter']) {
    await expect.element(rowOf(id)).not.toHaveTextContent(/Connected|Active|Inactive/u)
  }
  expect(table.getByRole('columnheader', { name: 'Status' }).query()).toBeNull()
  await renderApp('/models?q=acme&columns=status', { engines: [listingEngine(messyList)] })
  await expect.element(rowOf('acme/llama3.2:3b').getByRole('cell').nth(1)).toHaveTextContent(/^Connected$/u)
  await expect.element(rowOf('acme/asleep').getByRole('cell').nth(1)).toHaveTextContent(/^$/u)
})

test('has each capability at the same place in every row, and explains the icons', async () => {
  await renderApp('/models?type=text_generation,image_generation')
  await expectCount()
  await expect.poll(() => table.getByRole('row').elements().length).toBeGreaterThan(8)
  for (const icon of ['eye', 'wrench', 'braces', 'lightbulb']) {
    const lefts = [...table.element().querySelectorAll(`.lucide-${icon}`)].map(
      (each) => each.getBoundingClientRect().left,
    )
    expect(new Set(lefts).size).toBe(1)
  }
  const legend = page.getByRole('list', { name: 'Legend' })
  for (const words of ['Connected', 'Vision', 'Function calling', 'Structured output', 'Reasoning']) {
    await expect.element(legend).toHaveTextContent(words)
  }
  await renderApp('/models?type=image_generation')
  await expect.element(table.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveTextContent(/^Image generation/u)
})

test('fits a desktop window with whole names, and has higher prices on a second line', async () => {
  // The longest names there are.
  for (const query of ['nemotron', 'gemini preview', 'canopy']) {
    await renderApp(`/models?q=${query}`)
    await expectCount()
    const scroller = table.element().parentElement
    expect(scroller?.scrollWidth).toBe(scroller?.clientWidth)
    for (const link of table.getByRole('link').elements()) {
      const { right, bottom } = link.getBoundingClientRect()
      const cell = link.closest('[role=cell]')?.getBoundingClientRect()
      expect(right).toBeLessThanOrEqual(cell?.right ?? 0)
      expect(bottom).toBeLessThanOrEqual(cell?.bottom ?? 0)
    }
  }
  await renderApp('/models?q=google/gemini-3.1-pro-preview')
  const cell = (place: number) => rowOf('google/gemini-3.1-pro-preview').first().getByRole('cell').nth(place)
  await expect.element(cell(2)).toHaveTextContent(/^1\.05M over 200K$/u)
  await expect.element(cell(3)).toHaveTextContent(/^\$2\.00 ?\$4\.00 above 200K$/u)
  await expect.element(cell(4)).toHaveTextContent(/^\$12\.00 ?\$18\.00 above 200K$/u)
})

test('shows the actions of a row when the pointer or the focus is in it', async () => {
  await renderApp('/models?q=parley')
  const row = rowOf('parley/echo')
  const compare = row.getByRole('button', { name: 'Compare' })
  await expect.element(compare).toHaveStyle({ opacity: '0' })
  await row.getByRole('cell').first().hover()
  await expect.element(compare).toHaveStyle({ opacity: '1' })
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.element(compare).toHaveStyle({ opacity: '0' })
  await focusOn(row.getByRole('link'))
  await expect.element(row.getByRole('button', { name: 'Try' })).toHaveStyle({ opacity: '1' })
  // A model in the comparison keeps its mark.
  await compare.click()
  await page.getByRole('searchbox').click()
  await expect.element(compare).toHaveStyle({ opacity: '1' })
})

test('has one tab stop per row, which the arrow keys move', async () => {
  await renderApp('/models?q=parley')
  await expectCount()
  await expect.element(rowOf('parley/echo').getByRole('button', { name: 'Try' })).toBeVisible()
  const stops = () =>
    [...table.element().querySelectorAll('[data-place]')].map((row) =>
      [...row.querySelectorAll<HTMLElement>('a, button')].filter(({ tabIndex }) => tabIndex === 0),
    )
  const areLinks = () => stops().every((found) => found.length === 1 && found[0]?.tagName === 'A')
  expect(areLinks()).toBe(true)
  const [first, second] = table.getByRole('row').getByRole('link').elements()
  await focusOn(table.getByRole('row').getByRole('link').first())
  await press('ArrowRight')
  await press('End')
  expect(focused()).toHaveAccessibleName('Copy id')
  expect(stops()[0]).toEqual([focused()])
  await press('Tab')
  expect(focused()).toBe(second)
  expect(areLinks()).toBe(true)
  await press('Shift+Tab')
  expect(focused()).toBe(first)
  await press('End')
  await press('ArrowDown')
  expect(focused()?.closest('[role=row]')).toBe(second?.closest('[role=row]'))
  expect(focused()).toHaveAccessibleName('Copy id')

  // The focused button goes with its row's model; the row stays reachable.
  await page.getByRole('checkbox', { name: 'Connected' }).click()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expectCount()
  await expect.poll(areLinks).toBe(true)
})

test('folds demo models into a group at the end, unless a search or an order asks for them', async () => {
  await renderApp('/models', { engines: [listingEngine([{ id: 'maker/real' }])] })
  const models = await publishedModels()
  const demos = models.filter(({ id }) => id.startsWith('parley/')).length
  await expectCount(models.length, models.length)
  await expect.element(table).toHaveAttribute('aria-rowcount', String(models.length - demos + 2))
  const group = table.getByRole('button', { name: `Demo models ${demos}` })
  await expect.element(group).toHaveAttribute('aria-expanded', 'false')
  await focusOn(table.getByRole('row').getByRole('link').first())
  await press('Control+End')
  await expect.element(group).toHaveFocus()
  await press('Enter')
  await expect.element(rowOf('parley/echo')).toBeInViewport()
  await expect.element(table).toHaveAttribute('aria-rowcount', String(models.length + 2))
  await press('ArrowDown')
  expect(focused()?.closest('[role=row]')).toHaveTextContent('parley/')
  expect(focused()?.closest('[role=row]')).toHaveAttribute('aria-rowindex', String(models.length - demos + 3))
  await expectCount(models.length, models.length)
  const copied = watchClipboard()
  await rowOf('parley/echo').getByRole('button', { name: 'Copy id' }).click()
  expect(copied()).toBe('parley/echo')

  for (const asked of ['q=echo', 'sort=input', 'maker=parley']) {
    await renderApp(`/models?${asked}`)
    await expect.element(rowOf('parley/echo')).toBeVisible()
    expect(group.query()).toBeNull()
  }
})

test('lists demo models first, unfolded, while nothing else can be called', async () => {
  await renderApp('/models')
  await expect.element(table.getByRole('row').getByRole('link').first()).toBeVisible()
  await expect.element(rowOf('parley/eliza')).toBeInViewport()
  expect(table.getByRole('button', { name: /^Demo models/u }).query()).toBeNull()
})

test('shows the first models of a phone without scrolling', async () => {
  await page.viewport(390, 844)
  await renderApp('/models?type=text_generation,nonsense')
  await expect.element(page.getByRole('alert')).toBeVisible()
  const second = table.getByRole('row').getByRole('link').nth(1)
  await expect.element(second).toBeVisible()
  expect(second.element().getBoundingClientRect().bottom).toBeLessThan(844)
  expect(sidewaysScroll()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: /^Filters/u }).click()
  await expect.element(page.getByRole('dialog', { name: 'Filters' })).toHaveTextContent('My workload')
})
