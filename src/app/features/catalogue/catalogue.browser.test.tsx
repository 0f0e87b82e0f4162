import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import {
  expectAddress,
  expectNone,
  focusOn,
  goBack,
  press,
  watchClipboard,
} from '#app/shell/page-steps.test-support.ts'
import {
  count,
  expectCount,
  firstNames,
  leaveFilters,
  openFacet,
  publishedModels,
  rateOf,
  search,
  table,
} from './catalogue-page.test-support.ts'

const alert = page.getByRole('alert')

test('lists the service’s models, and searches every word in all fields', async () => {
  await renderApp('/models')
  const models = await publishedModels()
  await expectCount(models.length, models.length)
  await search.fill('claude anthropic')
  const literal = models.filter((model) =>
    ['claude', 'anthropic'].every((word) =>
      [model.name, model.id, model.author, model.description].some((text) => text.toLowerCase().includes(word)),
    ),
  )
  await expectCount(literal.length, models.length)
  await expectAddress(/q=claude/u)
  // An exact id is first; typos are only forgiven if nothing matches.
  const named = literal.at(-1)
  await search.fill(named?.id ?? '')
  await expect.poll(() => firstNames(1)).toEqual([named?.name])
  await search.fill('cluade')
  await expect.element(page.getByText('Close matches:')).toBeVisible()
  expect(firstNames().join(' ')).toMatch(/claude/iu)
  await search.fill('zzzzzzzzzzzz')
  await expectCount(0, models.length)
  await page.getByRole('button', { name: 'Show all models' }).click()
  await expectCount(models.length, models.length)
  await expect.element(search).toHaveValue('')
})

test('drops unknown values from a URL, and reports that once', async () => {
  await renderApp('/models?type=moderation,nonsense&minContext=much&sort=colour&q={"a":1')
  await expect.element(alert).toHaveTextContent('type=nonsense')
  await expect.element(alert).toHaveTextContent('minContext=much')

  await renderApp('/models?type=moderation,nonsense&author=nobody')
  await expect.element(alert).toHaveTextContent('Ignored invalid values in the link: type=nonsense, author=nobody')
  await expectAddress('/models?type=moderation')
  const narrowed = count.element().textContent
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expectNone(alert)
  await renderApp('/models?type=moderation')
  await expect.element(count).toHaveTextContent(narrowed)
  expect(alert.query()).toBeNull()
})

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s, the catalogue', (_, width, height) => {
  beforeEach(() => page.viewport(width, height))

  test('keeps filters in the URL, and undoes them one step at a time', async () => {
    await renderApp('/models')
    const models = await publishedModels()
    const type = await openFacet('Type')
    await type.getByRole('checkbox', { name: /^Moderation/u }).click()
    await leaveFilters()
    await expectAddress('/models?type=moderation')
    const moderation = models.filter((model) => model.model_type === 'moderation').length
    await expectCount(moderation, models.length)
    await expect.poll(() => table.getByRole('row').elements().length).toBe(moderation + 1)
    await goBack()
    await expectCount(models.length, models.length)

    const capabilities = await openFacet('Capabilities')
    await capabilities.getByRole('checkbox', { name: /^Vision/u }).click()
    await leaveFilters()
    const vision = models.filter((model) => model.capabilities?.includes('vision')).length
    await expectCount(vision, models.length)
    await expectAddress('/models?can=vision')
    await openFacet('Capabilities')
    await page.getByRole('spinbutton', { name: 'Minimum context' }).fill('200k')
    await expectAddress(/minContext=200000/u)
    await leaveFilters()
    await expect.element(count).not.toHaveTextContent(new RegExp(`^${vision} of`, 'u'))
    const both = count.element().textContent
    const names = firstNames(3)

    await goBack()
    await expectCount(vision, models.length)
    await goBack()
    await expectCount(models.length, models.length)
    await renderApp('/models?can=vision&minContext=200000')
    await expect.element(count).toHaveTextContent(both)
    await expect.poll(() => firstNames(3)).toEqual(names)
  })

  test('has the actions in each row: try, compare, copy', async () => {
    const copied = watchClipboard()
    await renderApp('/models?q=parley')
    const row = table.getByRole('row', { name: /parley\/echo/u })
    await row.getByRole('button', { name: 'Copy id' }).click()
    expect(copied()).toBe('parley/echo')
    await row.getByRole('button', { name: 'Compare' }).click()
    await expect.element(row.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-pressed', 'true')
    await table
      .getByRole('row', { name: /parley\/eliza/u })
      .getByRole('button', { name: 'Compare' })
      .click()
    await expect.element(page.getByRole('link', { name: 'Compare 2 models' })).toBeVisible()
    await row.getByRole('button', { name: 'Try' }).click()
    await expectAddress('/?model=parley/echo')
    await goBack()
    await page.getByRole('link', { name: 'Compare 2 models' }).click()
    await expectAddress('/compare?ids=parley/echo,parley/eliza')
  })
})

test('shows deprecated models only when asked', async () => {
  await renderApp('/models?q=gpt-3.5-turbo')
  await page.getByRole('button', { name: /^Show deprecated: 1/u }).click()
  await expectAddress(/deprecated=true/u)
  await expect
    .element(table.getByRole('row', { name: /openai\/gpt-3\.5-turbo/u }).first())
    .toHaveTextContent('Deprecated')
  const { length } = await publishedModels()
  await renderApp('/models')
  await expectCount(length, length)
  await page.getByRole('checkbox', { name: /^Show deprecated/u }).click()
  await expect.element(count).not.toHaveTextContent(`${length} of ${length} models`)
})

test('"/" focuses the search, but is typed in text fields', async () => {
  await renderApp('/models')
  await expectCount()
  await press('/')
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('gpt/5')
  await expect.element(search).toHaveValue('gpt/5')
})

test.each(['Type', 'Capabilities', 'Maker', 'Status', 'Price', 'Visibility'])(
  'each value of the facet %s shows how many models it leaves',
  async (facet) => {
    await renderApp('/models?can=function_calling')
    const box = (await openFacet(facet)).getByRole('checkbox', { checked: false }).first()
    const label = (await box.findElement()).closest('label')?.textContent ?? ''
    await box.click()
    await expect.element(count).toHaveTextContent(new RegExp(`^${/[\d,]+$/u.exec(label)?.[0]} of`, 'u'))
  },
)

test('limits are inclusive and exclude unknown values', async () => {
  await renderApp('/models')
  const models = await publishedModels()
  const isWithin = (value: number | undefined, max: number) => value !== undefined && value <= max
  await page.getByRole('spinbutton', { name: 'Maximum input price' }).fill('2.5')
  await page.getByRole('spinbutton', { name: 'Maximum output price' }).fill('10')
  const cheap = models.filter(
    (model) => isWithin(rateOf(model, 'input_tokens'), 2.5) && isWithin(rateOf(model, 'output_tokens'), 10),
  )
  await expectCount(cheap.length, models.length)
  await page.getByRole('spinbutton', { name: 'Minimum context' }).fill('128000')
  const large = cheap.filter((model) => model.context_length_known !== false && model.context_length >= 128_000)
  await expectCount(large.length, models.length)
  await page
    .getByRole('list', { name: 'Active filters' })
    .getByRole('button', { name: /Output price/u })
    .click()
  await expect.element(page.getByRole('spinbutton', { name: 'Maximum output price' })).toHaveValue('')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expectCount(models.length, models.length)
})

test('limits accept common notations', async () => {
  await renderApp('/models')
  const limit = page.getByRole('spinbutton', { name: 'Maximum input price' })
  for (const typed of ['.5', '1e1']) {
    await limit.fill('')
    await userEvent.keyboard(typed)
    await expectAddress(new RegExp(`maxInput=${Number(typed)}(?:&|$)`, 'u'))
    expect(alert.query()).toBeNull()
  }
  await limit.fill('')
  await userEvent.keyboard('-3')
  await expect.element(alert).toHaveTextContent(/^Enter a number of 0 or more, or leave it empty\.$/u)
})

test('ignores shortcuts during text composition', async () => {
  await renderApp('/models')
  await expectCount()
  const compose = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true }))
  await search.click()
  compose('ArrowDown')
  await expect.element(search).toHaveFocus()
  await page.getByRole('button', { name: 'Views' }).click()
  const name = page.getByLabelText('View name')
  await name.fill('模型')
  compose('Escape')
  await expect.element(name).toHaveValue('模型')
})

test('shows the active view after the window is widened', async () => {
  await page.viewport(390, 844)
  await renderApp('/models')
  await expectCount()
  await page.viewport(1200, 844)
  await expect.element(page.getByRole('radio', { name: 'Table' })).toBeChecked()
})

test('moves focus on when the focused element is removed', async () => {
  const main = page.getByRole('main')
  const pressEnterOn = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await expect.element(button).toBeVisible()
    await focusOn(button)
    await press('Enter')
  }
  await renderApp('/models?type=moderation&can=vision&open=true&sort=nonsense')
  await pressEnterOn('Dismiss')
  await expect.element(main).toHaveFocus()
  await pressEnterOn('Remove filter Moderation')
  await expect.element(page.getByRole('button', { name: 'Remove filter Vision' })).toHaveFocus()
  await press('Enter')
  await expect.element(page.getByRole('button', { name: 'Remove filter Connected' })).toHaveFocus()
  await press('Enter')
  await expect.element(main).toHaveFocus()

  await renderApp('/models?q=zzzzzzzz')
  await pressEnterOn('Show all models')
  await expect.element(main).toHaveFocus()
  await table.getByRole('button', { name: 'Compare' }).first().click()
  await pressEnterOn('Clear')
  await expect.element(main).toHaveFocus()
})
