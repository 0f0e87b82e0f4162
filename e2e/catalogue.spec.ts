import { expect } from '@playwright/test'
import {
  countOf,
  facetOf,
  firstNames,
  leaveFilters,
  openCatalogue,
  publishedBy,
  rateOf,
  tableOf,
} from './catalogue-page.ts'
import { test } from './parley.ts'

test.describe('the catalogue', { tag: '@phone' }, () => {
  test('lists what the service publishes and narrows it by type, in the address', async ({ page, parley }) => {
    await openCatalogue(page, parley)
    const data = await publishedBy(parley)
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(data.length + 1))
    await expect(countOf(page)).toHaveText(`${data.length} of ${data.length} models`)

    await page
      .getByRole('group', { name: 'Type' })
      .getByRole('checkbox', { name: /^Moderation/u })
      .check()
    await expect(page).toHaveURL(/type=moderation/u)
    const moderation = data.filter((model) => model.model_type === 'moderation').length
    await expect(countOf(page)).toHaveText(`${moderation} of ${data.length} models`)
    await expect(tableOf(page).getByRole('row')).toHaveCount(moderation + 1)
    await page.goBack()
    await expect(countOf(page)).toHaveText(`${data.length} of ${data.length} models`)
  })

  test('finds by every word in any field, an exact id first, and forgives typos where nothing matches', async ({
    page,
    parley,
  }) => {
    await openCatalogue(page, parley)
    const data = await publishedBy(parley)
    const search = page.getByRole('searchbox', { name: 'Search models' })
    await search.fill('claude anthropic')
    const literal = data.filter((model) =>
      ['claude', 'anthropic'].every((word) =>
        [model.name, model.id, model.author, model.description].some((text) => text.toLowerCase().includes(word)),
      ),
    )
    await expect(countOf(page)).toHaveText(`${literal.length} of ${data.length} models`)
    await expect(page).toHaveURL(/q=claude/u)
    const named = literal.at(-1)
    await search.fill(named?.id ?? '')
    await expect.poll(async () => (await firstNames(page, 1))[0]).toBe(named?.name)
    await search.fill('cluade')
    await expect(page.getByText('Close matches:')).toBeVisible()
    expect((await firstNames(page)).join(' ')).toMatch(/claude/iu)
    await search.fill('zzzzzzzzzzzz')
    await expect(countOf(page)).toHaveText(`0 of ${data.length} models`)
    await page.getByRole('button', { name: 'Show all models' }).click()
    await expect(countOf(page)).toHaveText(`${data.length} of ${data.length} models`)
    await expect(search).toHaveValue('')
  })

  test('undoes one step at a time, and shows the same again after a reload', async ({ page, parley }) => {
    await openCatalogue(page, parley)
    const first = (await countOf(page).textContent()) ?? ''
    await (await facetOf(page, 'Capabilities')).getByRole('checkbox', { name: /^Vision/u }).check()
    await leaveFilters(page)
    await expect(countOf(page)).not.toHaveText(first)
    const vision = await countOf(page).textContent()
    await facetOf(page, 'Capabilities')
    await page.getByRole('spinbutton', { name: 'Minimum context' }).fill('200k')
    await expect(page).toHaveURL(/minContext=200000/u)
    await leaveFilters(page)
    await expect(countOf(page)).not.toHaveText(vision ?? '')
    const both = await countOf(page).textContent()
    const names = await firstNames(page)
    await page.reload()
    await expect(countOf(page)).toHaveText(both ?? '')
    expect(await firstNames(page)).toEqual(names)
    await page.goBack()
    await expect(countOf(page)).toHaveText(vision ?? '')
    await page.goBack()
    await expect(countOf(page)).toHaveText(first)
  })

  test('drops unknown values from an address, and says so once', async ({ page, parley }) => {
    await openCatalogue(page, parley, '?type=moderation,nonsense&minContext=much&sort=colour&q={"a":1')
    await expect(page.getByRole('alert')).toContainText('type=nonsense')
    await expect(page.getByRole('alert')).toContainText('minContext=much')
    await page.goto(`${parley.baseUrl}/models?type=moderation,nonsense&author=nobody`)
    const moderation = (await publishedBy(parley)).filter((model) => model.model_type === 'moderation').length
    await expect(countOf(page)).toHaveText(new RegExp(`^${moderation} of`, 'u'))
    await expect(page.getByRole('alert')).toHaveText(/Ignored in the link: type=nonsense, author=nobody/u)
    await expect(page).toHaveURL(/\?type=moderation$/u)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.reload()
    await expect(countOf(page)).toHaveText(new RegExp(`^${moderation} of`, 'u'))
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('has what is asked for in the row: try, compare, copy', async ({ page, parley, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openCatalogue(page, parley)
    const row = tableOf(page).getByRole('row', { name: /parley\/echo/u })
    await row.getByRole('button', { name: 'Copy id' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('parley/echo')
    await row.getByRole('button', { name: 'Compare' }).click()
    await expect(row.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-pressed', 'true')
    await tableOf(page)
      .getByRole('row', { name: /parley\/eliza/u })
      .getByRole('button', { name: 'Compare' })
      .click()
    await expect(page.getByRole('link', { name: 'Compare 2 models' })).toBeVisible()
    await row.getByRole('button', { name: 'Try' }).click()
    await expect(page).toHaveURL(/model=parley(?:%2F|\/)echo/u)
    await page.goBack()
    await page.getByRole('link', { name: 'Compare 2 models' }).click()
    await expect(page).toHaveURL(/\/compare\?ids=parley(?:%2F|\/)echo(?:%2C|,)parley(?:%2F|\/)eliza/u)
  })
})

test('shows deprecated models only when asked', async ({ page, parley }) => {
  await openCatalogue(page, parley, '?q=gpt-3.5-turbo')
  await page.getByRole('button', { name: /^Show deprecated: 1/u }).click()
  await expect(page).toHaveURL(/deprecated=true/u)
  const row = tableOf(page).getByRole('row', { name: /openai\/gpt-3\.5-turbo/u })
  await expect(row).toContainText('Deprecated')
  const shown = await publishedBy(parley)
  await page.goto(`${parley.baseUrl}/models`)
  await expect(countOf(page)).toHaveText(`${shown.length} of ${shown.length} models`)
  await page.getByRole('checkbox', { name: /^Show deprecated/u }).check()
  await expect(countOf(page)).not.toHaveText(`${shown.length} of ${shown.length} models`)
})

test('"/" moves the focus to the search, and is typed where there is a field', async ({ page, parley }) => {
  await openCatalogue(page, parley)
  const search = page.getByRole('searchbox', { name: 'Search models' })
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('gpt/5')
  await expect(search).toHaveValue('gpt/5')
})

test('counts every value of every facet as pressing it does', async ({ page, parley }) => {
  await openCatalogue(page, parley, '?can=function_calling&author=openai,qwen')
  for (const facet of ['Type', 'Capabilities', 'Maker', 'Status', 'Price', 'Visibility']) {
    const group = await facetOf(page, facet)
    const labels = group.locator('label', { has: page.getByRole('checkbox') })
    for (let place = 0; place < Math.min(2, await labels.count()); place++) {
      const label = labels.nth(place)
      if (await label.getByRole('checkbox').isChecked()) continue
      const counted = /([\d,]+)$/u.exec((await label.textContent()) ?? '')?.[1] ?? ''
      await label.getByRole('checkbox').check()
      await expect(countOf(page)).toHaveText(new RegExp(`^${counted} of`, 'u'))
      await page.goBack()
      await expect(label.getByRole('checkbox')).not.toBeChecked()
    }
  }
})

test('limits are inclusive, and what is unknown is within none', async ({ page, parley }) => {
  const data = await publishedBy(parley)
  const isWithin = (value: number | undefined, max: number) => value !== undefined && value <= max
  await openCatalogue(page, parley)
  await page.getByRole('spinbutton', { name: 'Maximum input price' }).fill('2.5')
  await page.getByRole('spinbutton', { name: 'Maximum output price' }).fill('10')
  const cheap = data.filter(
    (model) => isWithin(rateOf(model, 'input_tokens'), 2.5) && isWithin(rateOf(model, 'output_tokens'), 10),
  )
  await expect(countOf(page)).toHaveText(`${cheap.length} of ${data.length} models`)
  await page.getByRole('spinbutton', { name: 'Minimum context' }).fill('128000')
  const large = cheap.filter((model) => model.context_length_known !== false && model.context_length >= 128_000)
  await expect(countOf(page)).toHaveText(`${large.length} of ${data.length} models`)
  await page
    .getByRole('list', { name: 'Active filters' })
    .getByRole('button', { name: /Output price/u })
    .click()
  await expect(page.getByRole('spinbutton', { name: 'Maximum output price' })).toHaveValue('')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(countOf(page)).toHaveText(`${data.length} of ${data.length} models`)
})

test('sorts by any heading, one way and the other, and by several at once', async ({ page, parley }) => {
  await openCatalogue(page, parley)
  const heading = (name: string) => tableOf(page).getByRole('columnheader', { name: new RegExp(name, 'u') })
  await heading('Context').getByRole('button').click()
  await expect(heading('Context')).toHaveAttribute('aria-sort', 'descending')
  await heading('Input')
    .getByRole('button')
    .click({ modifiers: ['Shift'] })
  await expect(heading('Input')).toHaveAttribute('aria-sort', 'ascending')
  await expect(heading('Context')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-context(?:%2C|,)input/u)
  await heading('Input').getByRole('button').click()
  await expect(heading('Context')).toHaveAttribute('aria-sort', 'none')
  await expect(heading('Input')).toHaveAttribute('aria-sort', 'descending')
  await heading('Input').getByRole('button').click()
  await expect(heading('Input')).toHaveAttribute('aria-sort', 'ascending')
  await tableOf(page).getByRole('link').first().focus()
  await page.keyboard.press('Control+End')
  await expect(page.locator(':focus')).toBeVisible()
  const last = tableOf(page).getByRole('row', { name: /./u }).last()
  await expect(last.getByRole('cell').nth(3)).toHaveText('–')
})

test('shows price, context and capabilities', async ({ page, parley }) => {
  await openCatalogue(page, parley)
  const row = page.getByRole('row', { name: /parley\/eliza/u })
  await expect(row).toContainText('Streaming')
  await expect(row).toContainText('Free')
  await expect(row).toContainText('Active')
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^[\d.]+[KM]$/u)
  await expect(page.getByText(/^Prices: .*20\d\d/u)).toBeVisible()
})

test('keeps views under names of one’s own, and takes along what is shown', async ({ page, parley }) => {
  await openCatalogue(page, parley, '?type=moderation&columns=context&density=dense')
  const names = await firstNames(page)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of this view').fill('Moderation, dense')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.goto(`${parley.baseUrl}/models`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page
    .getByRole('list', { name: 'Saved views' })
    .getByRole('button', { name: 'Moderation, dense' })
    .first()
    .click()
  await expect(page).toHaveURL(/type=moderation/u)
  await expect(tableOf(page).getByRole('columnheader')).toHaveCount(3)
  expect(await firstNames(page)).toEqual(names)

  for (const kind of ['CSV', 'JSON']) {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `As ${kind}` }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    expect(download.suggestedFilename()).toBe(`models.${kind.toLowerCase()}`)
    expect(text).not.toContain(parley.key)
    for (const name of names) expect(text).toContain(name)
  }
})

test('the rows stand before what they can be narrowed by is drawn', async ({ page, parley }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-place]')) return
      observer.disconnect()
      document.documentElement.dataset['besideFirstRows'] = String(document.querySelectorAll('aside input').length)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${parley.baseUrl}/models#key=${parley.key}`)
  await expect(page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-beside-first-rows', '0')
})
