import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { cell, create, estimate, finished, numbered, run, shareLab, test } from './experiment-lab.ts'
import { openPage } from './page-steps.ts'
import { packed } from '#app/data/share/hostile-payloads.test-support.ts'
import { openAsOtherUser } from './share-page.ts'
import { horizontalOverflow, unreachableControls } from './reachable.ts'

shareLab()

test('runs only what has no reply yet, and keeps everything', { tag: '@phone' }, async ({ page, lab }) => {
  const { parley, asked } = lab
  await create(page, parley, ['hello', 'bye', 'hi'])
  await expect(estimate(page)).toHaveText(/^3 calls, 0 cached/u)
  await run(page, 'Run')
  await finished(page, 3)
  await expect(cell(page, /^1: hello, .*tiny/u)).toHaveAttribute('data-state', 'pass')
  expect(asked).toHaveLength(3)

  // An unchanged run makes no call.
  await run(page, 'Run')
  await finished(page, 0)
  await expect(cell(page, /^1: hello, .*tiny/u)).toHaveAttribute('data-cached')
  expect(asked).toHaveLength(3)

  // A new variant runs only its column, a new case only its row.
  await page.getByRole('button', { name: 'Add variant' }).click()
  await page.getByRole('spinbutton', { name: 'Temperature' }).nth(1).fill('0.5')
  await page.getByRole('textbox', { name: 'Variant name' }).nth(1).fill('Cool')
  await expect(estimate(page)).toHaveText(/^3 calls, 3 cached/u)
  await run(page, 'Run')
  await finished(page, 3)
  await page.getByRole('button', { name: 'Add case' }).click()
  await page.getByRole('textbox', { name: 'word of case 4' }).fill('never')
  await page.getByRole('textbox', { name: 'Expected of case 4' }).fill('Say something else')
  await expect(estimate(page)).toHaveText(/^2 calls, 6 cached/u)
  await run(page, 'Run')
  await finished(page, 2)
  await expect(cell(page, /^4: never, Cool/u)).toHaveAttribute('data-state', 'fail')
  expect(asked).toHaveLength(8)

  await page.reload()
  await expect(cell(page, /^4: never, Cool/u)).toHaveAttribute('data-state', 'fail')
  await expect(cell(page, /^1: hello, .*tiny/u)).toHaveAttribute('data-state', 'pass')
  await expect(page.getByRole('table', { name: 'Summary' })).toContainText('75.0 % (3 of 4)')
  await run(page, 'Run again without cache')
  await finished(page, 8)
  expect(asked).toHaveLength(16)

  // Columns are moved and hidden, and their replies forgotten.
  const columns = page.getByRole('grid', { name: 'Results' }).getByRole('columnheader')
  const onColumn = async (item: string) => {
    await page.getByRole('button', { name: 'Column Cool' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await onColumn('Move left')
  await expect(columns.nth(1)).toContainText('Cool')
  await onColumn('Clear results')
  await expect(estimate(page)).toHaveText(/^4 calls, 4 cached/u)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(estimate(page)).toHaveText(/^0 calls, 8 cached/u)
  await onColumn('Hide')
  await expect(columns).toHaveCount(2)
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await expect(columns).toHaveCount(3)

  await expectAccessible(page, { themes: ['light', 'dark'] })
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
  await expect.poll(() => unreachableControls(page)).toEqual([])
})

test('shows failures as errors, never as answers', async ({ page, lab }) => {
  const { parley, asked } = lab
  await create(page, parley, ['broken', 'busy', 'cut', 'fine'])
  await run(page, 'Run')
  await finished(page, 4)
  await expect(cell(page, /broken/u)).toHaveAttribute('data-state', 'error')
  await expect(cell(page, /broken/u)).toContainText('Out of memory')
  await expect(cell(page, /cut/u)).toHaveAttribute('data-state', 'error')
  await expect(cell(page, /busy/u)).toHaveAttribute('data-state', 'pass')
  await expect(cell(page, /fine/u)).toHaveAttribute('data-state', 'pass')
  expect(asked.filter((each) => each.includes('broken'))).toHaveLength(3)
  expect(asked.filter((each) => each.includes('fine'))).toHaveLength(1)

  await page.getByRole('combobox', { name: 'Filter' }).selectOption('Errors')
  await expect(page.getByRole('gridcell')).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Filter' }).selectOption('All')
  await page.getByRole('searchbox', { name: 'Search results' }).fill('say fine')
  await expect(page.getByRole('gridcell')).toHaveCount(1)
})

test('runs what was edited during a run as another request', async ({ page, lab }) => {
  const { parley, asked } = lab
  await create(
    page,
    parley,
    numbered(30).map((each) => `slo${each}`),
  )
  await run(page, 'Run')
  await expect.poll(() => page.locator('[role=gridcell][data-state=pass]').count()).toBeGreaterThan(3)
  await page.getByRole('textbox', { name: 'User prompt' }).fill('Tell {{word}}')
  await finished(page, 30)
  // The replies to the prompt of before are in no cell; their cells wait for the new one.
  await expect(estimate(page)).toHaveText(/^30 calls, 0 cached/u)
  await expect(page.locator('[role=gridcell][data-state=queued]').first()).toBeVisible()
  await run(page, 'Resume')
  await expect(cell(page, /^1: slow1, /u)).toHaveAttribute('data-state', 'fail')
  await expect(estimate(page)).toHaveText('0 calls, 30 cached', { timeout: 20_000 })
  expect(asked.filter((each) => each.startsWith('Tell'))).toHaveLength(30)
})

test('asks once what two variants ask in the same words', async ({ page, lab }) => {
  const { parley, asked } = lab
  await create(page, parley, ['one', 'two'])
  await page.getByRole('button', { name: 'Add variant' }).click()
  await expect(estimate(page)).toHaveText(/^2 calls, 0 cached/u)
  await run(page, 'Run')
  await finished(page, 2)
  await expect(page.locator('[role=gridcell][data-state=pass]')).toHaveCount(4)
  expect(asked).toHaveLength(2)
})

test('ends a call that falls silent as an error', async ({ page, lab }) => {
  const { parley, asked } = lab
  await page.clock.install()
  await create(page, parley, ['silent', 'fine'])
  await run(page, 'Run')
  for (const calls of [1, 2, 3]) {
    await expect.poll(() => asked.filter((each) => each.includes('silent')).length).toBe(calls)
    await expect(cell(page, /silent/u)).toHaveAttribute('data-state', 'running')
    // What comes later would count as a sign of life.
    await expect(cell(page, /silent/u)).toContainText('Say')
    await page.clock.fastForward('05:01')
    // The pause before the next attempt.
    await page.clock.fastForward('00:30')
  }
  await finished(page, 2)
  await expect(cell(page, /silent/u)).toHaveAttribute('data-state', 'error')
  await expect(cell(page, /fine/u)).toHaveAttribute('data-state', 'pass')
  expect(asked.filter((each) => each.includes('silent'))).toHaveLength(3)
})

test('loses no finished cell in 20 reloads, and runs none twice', async ({ page, lab }) => {
  test.setTimeout(120_000)
  const { parley, asked } = lab
  const words = numbered(300).map((each) => `slo${each}`)
  await create(page, parley, words)
  await run(page, 'Run')
  const done = new Set<string>()
  for (let kill = 0; kill < 20; kill += 1) {
    await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
    await expect.poll(() => page.locator('[role=gridcell][data-state=pass]').count()).toBeGreaterThan(0)
    const passed = await page
      .locator('[role=gridcell][data-state=pass]')
      .evaluateAll((cells) => cells.map((each) => /slow\d+/u.exec(each.ariaLabel ?? '')?.[0] ?? ''))
    for (const word of passed) done.add(word)
    const before = asked.length
    await page.reload()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => asked.length).toBeGreaterThan(before + 1)
    expect(asked.slice(before).filter((each) => done.has(each.replace('Say ', '')))).toEqual([])
  }
  // The rest need not last.
  lab.slowMs = 0
  await expect(estimate(page)).toHaveText('0 calls, 300 cached', { timeout: 60_000 })
  expect(new Set(asked).size).toBe(300)
  // Only the calls that were cut off, four at a time, may have been made again.
  expect(asked.length).toBeLessThanOrEqual(300 + 20 * 4)
})

test('says that another tab runs the experiment, and shares results and edits', async ({ page, context, lab }) => {
  const { parley, asked } = lab
  await create(page, parley, numbered(40))
  await expect(estimate(page)).toHaveText(/^40 calls/u)
  // Saved after a pause.
  await page.waitForTimeout(600)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  await run(page, 'Run')
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  await other.getByRole('button', { name: /^(?:Run|Resume)$/u }).click()
  await expect(other.getByText('Another tab is running this experiment.')).toBeVisible()
  // What is edited there meanwhile isn't lost when the run ends here.
  await other.getByRole('textbox', { name: 'Experiment name' }).fill('Edited in the other tab')
  await finished(page, 40)
  await expect(cell(other, /^1: w1, .*tiny/u)).toHaveAttribute('data-state', 'pass')
  await expect(estimate(other)).toHaveText('0 calls, 40 cached')
  await expect(page.getByRole('textbox', { name: 'Experiment name' })).toHaveValue('Edited in the other tab')
  expect(asked).toHaveLength(40)
})

test('is used by keyboard alone', async ({ page, lab }) => {
  await create(page, lab.parley, numbered(30))
  await page.getByRole('button', { name: 'Run', exact: true }).focus()
  await page.keyboard.press('Enter')
  await finished(page, 30)
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+End')
  await expect(cell(page, /^30: w30, .*tiny/u)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(cell(page, /^29: w29, .*tiny/u)).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^29: w29/u })
  await expect(dialog).toContainText('Say w29')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(cell(page, /^29: w29, .*tiny/u)).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Open in playground' }).press('Enter')
  await expect(page.getByRole('article', { name: /^Reply from .*tiny/u })).toContainText('Say w29')
})

test('exports results that no spreadsheet runs, and imports them again', async ({ page, lab }) => {
  await create(page, lab.parley, ['x'])
  await page.getByRole('textbox', { name: 'User prompt' }).fill('=SUM(1)<img src=x onerror=alert(1)> {{word}}')
  await run(page, 'Run')
  await finished(page, 1)
  await expect(cell(page, /^1: x, .*tiny/u)).toContainText('=SUM(1)<img src=x')
  const save = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item, exact: true }).click(),
    ])
    return download.path()
  }
  const { readFile } = await import('node:fs/promises')
  expect(await readFile(await save('CSV'), 'utf8')).toContain("'=SUM(1)<img src=x")
  expect(await readFile(await save('Markdown'), 'utf8')).toContain('# Words')
  expect(await readFile(await save('promptfoo YAML'), 'utf8')).toMatch(/^providers:/mu)

  const file = await readFile(await save('JSON'))
  await page.getByRole('link', { name: 'Experiments' }).last().click()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import an experiment' })
  await dialog.getByLabel('File').setInputFiles({ name: 'words.json', mimeType: 'application/json', buffer: file })
  await expect(dialog.getByRole('status')).toContainText('Words: 1 variant, 1 case, 1 result')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(cell(page, /^1: x, .*tiny/u)).toHaveAttribute('data-state', 'fail')
  await expect(estimate(page)).toHaveText('0 calls, 1 cached')
})

test('is shared by a link that holds no key and runs nothing', { tag: '@phone' }, async ({ page, browser, lab }) => {
  const { parley, asked } = lab
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await create(page, parley, ['hello', 'bye'])
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog).toContainText('2 cases, 1 assertion')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/experiments#e=1\.[\w-]+$/u)
  await page.keyboard.press('Escape')
  // A key that was pasted by mistake.
  await page.getByRole('textbox', { name: 'System prompt' }).fill(`Use ${parley.key}.`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(dialog).toContainText('contains one of your API keys')
  await expect(dialog.getByRole('button', { name: /Copy link|Download file/u })).toHaveCount(0)

  const other = await openAsOtherUser(browser, parley)
  await other.page.goto(link)
  const opened = other.page.getByRole('dialog', { name: 'Open a shared experiment' })
  await expect(opened.getByRole('status')).toContainText('Words: 1 variant, 2 cases, 0 results')
  await opened.getByRole('button', { name: 'Import' }).click()
  await expect(other.page.getByRole('textbox', { name: 'Experiment name' })).toHaveValue('Words')
  await expect(other.page.getByRole('textbox', { name: 'word of case 2' })).toHaveValue('bye')
  await expect(estimate(other.page)).toHaveText(/^2 calls, 0 cached/u)
  expect(asked).toEqual([])
  await run(other.page, 'Run')
  await finished(other.page, 2)
  await expect(cell(other.page, /^2: bye, .*tiny/u)).toHaveAttribute('data-state', 'pass')

  // A link that is cut off, as some apps do.
  await other.page.goto(link.slice(0, -20))
  await expect(opened).toContainText('This link is damaged or incomplete.')
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.page).toHaveURL(/\/experiments$/u)
  await expect(other.page.getByRole('list', { name: 'Experiments' }).getByRole('listitem')).toHaveCount(1)
})

test('names the servers that a shared experiment calls, before it adds them', async ({ page, parley }) => {
  const fragment = await packed({
    parleyExperiment: 1,
    prompt: { messages: [{ role: 'user', content: 'Tell me' }] },
    variants: [{ id: 'v', model: 'm', connection: 'https://collect.example.test/v1' }],
    cases: [{ id: 'c' }],
  })
  await openPage(page, parley, '/experiments')
  await page.goto(`${parley.baseUrl}/experiments#e=${fragment}`)
  const opened = page.getByRole('dialog', { name: 'Open a shared experiment' })
  await expect(opened).toContainText('This experiment uses https://collect.example.test/v1')
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(page.getByRole('main')).not.toContainText('collect.example.test')
})

test('stops a run when the storage is full, and goes on once there is room', async ({ page, context, lab }) => {
  const { parley, asked } = lab
  const devTools = await context.newCDPSession(page)
  const setQuota = (quotaSize: number) =>
    devTools.send('Storage.overrideQuotaForOrigin', { origin: parley.baseUrl, quotaSize })
  await setQuota(2_000_000)
  await create(
    page,
    parley,
    [1, 2, 3, 4, 5, 6].map((each) => `huge${each}`),
  )
  await expect(estimate(page)).toHaveText(/^6 calls/u)
  await run(page, 'Run')
  await expect(page.getByText('storage is full')).toBeVisible({ timeout: 20_000 })
  await setQuota(200_000_000)
  await run(page, 'Resume')
  await expect(page.getByText(/^Finished: /u)).toBeVisible({ timeout: 20_000 })
  await page.reload()
  await expect(estimate(page)).toHaveText('0 calls, 6 cached')
  // At most the calls that ran at once when the storage was full were made again.
  expect(asked.length).toBeLessThanOrEqual(10)
})

test('makes an experiment of a conversation', { tag: '@phone' }, async ({ page, parley }) => {
  await openPage(page, parley, '/?models=parley/echo,parley/eliza')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Good {{time}}')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('article[data-state=done]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Conversation actions' }).click()
  await page.getByRole('menuitem', { name: 'Use in experiment' }).click()
  await expect(page.getByRole('textbox', { name: 'User prompt' })).toHaveValue('Good {{time}}')
  await expect(page.getByRole('combobox', { name: 'Model' }).nth(1)).toHaveValue('Eliza')
  await page.getByRole('textbox', { name: 'time of case 1' }).fill('night')
  await run(page, 'Run')
  await finished(page, 2)
  await expect(cell(page, /echo/u)).toContainText('Good night')
})
