import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { create, estimate, finished, run, shareLab, test } from './experiment-lab.ts'
import { horizontalOverflow, unreachableControls } from './reachable.ts'

shareLab()

const sections = [
  'Question',
  'Result',
  'How it was measured',
  'Variants',
  'Failures worth reading',
  'Outputs side by side',
]

const hostile = '<img src=x onerror=alert(1)></style><script>alert(1)</script>'

/** Runs an experiment of two variants, of which the second says something else. */
async function measured(page: Page, parley: Parameters<typeof create>[1]): Promise<void> {
  await create(page, parley, ['hello', 'broken', hostile])
  await page.getByRole('button', { name: 'Add variant' }).click()
  await page.getByRole('textbox', { name: 'Variant name' }).nth(1).fill('Cool')
  await page.getByRole('spinbutton', { name: 'Temperature' }).nth(1).fill('0.5')
  await page.getByRole('button', { name: 'Add case' }).click()
  await page.getByRole('textbox', { name: 'word of case 4' }).fill('never')
  await page.getByRole('textbox', { name: 'Expected of case 4' }).fill('Say something else')
  await expect(estimate(page)).toHaveText(/^8 calls/u)
  await run(page, 'Run')
  await finished(page, 8)
}

/** The cells of the table of results, by row. */
const rowsOf = (page: Page) =>
  page
    .getByRole('table', { name: 'Results of the variants' })
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((each) => each.textContent)))

async function expectSections(report: Locator): Promise<void> {
  await expect(report.getByRole('heading', { level: 1 })).toHaveText('Words')
  await expect(report.getByRole('heading', { level: 2 })).toHaveText(sections)
  await expect(report).toContainText('No winner yet: what was measured doesn’t separate the variants.')
  await expect(report).toContainText('Wilson score interval over cases')
  await expect(report).toContainText('Equals: {{expected}}')
  await expect(report).toContainText('Out of memory')
  await expect(report).toContainText(`Say ${hostile}`)
}

test(
  'shows a report, and writes it to a file that needs nothing',
  { tag: '@phone' },
  async ({ page, browser, lab }) => {
    await measured(page, lab.parley)
    await page.getByRole('button', { name: 'Report' }).click()
    await expect(page).toHaveURL(/\/experiments\/[\w-]+\/report$/u)
    await expect(page).toHaveTitle('Report: Words · Parley')
    const report = page.getByRole('article')
    await expectSections(report)
    const rows = await rowsOf(page)
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Variant', 'Pass rate', '95 % interval'],
      [expect.stringMatching(/tiny.*Baseline/u), '66.7 %2 of 3', '20.8 to 93.9 %'],
      ['Cool', '66.7 %2 of 3', '20.8 to 93.9 %'],
    ])
    await expectAccessible(page, { themes: ['light', 'dark'] })
    await expect.poll(() => horizontalOverflow(page)).toBe(0)
    await expect.poll(() => unreachableControls(page)).toEqual([])

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download HTML' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Words.html')
    const file = await download.path()
    const context = await browser.newContext({
      javaScriptEnabled: false,
      offline: true,
      viewport: page.viewportSize(),
      colorScheme: 'dark',
    })
    const alone = await context.newPage()
    const requests: string[] = []
    alone.on('request', (request) => requests.push(request.url()))
    // As a document of its own: the name of the downloaded file has no ending by which a browser knows what it is.
    const address = 'http://report.test/'
    await alone.route(address, async (route) =>
      route.fulfill({ contentType: 'text/html', body: await readFile(file, 'utf8') }),
    )
    await alone.goto(address)
    await expectSections(alone.getByRole('article'))
    expect(await rowsOf(alone)).toEqual(rows)
    expect(requests).toEqual([address])
    const ground = () => alone.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
    const dark = await ground()
    await alone.emulateMedia({ colorScheme: 'light' })
    expect(await ground()).not.toBe(dark)
    await expect.poll(() => horizontalOverflow(alone)).toBe(0)
    await context.close()

    // The file itself is as accessible as the page. Axe is a script, so it runs where scripts may.
    const other = await browser.newPage({ viewport: page.viewportSize() })
    const html = await readFile(file, 'utf8')
    await other.setContent(html.replace(/<meta http-equiv[^>]*>/u, ''))
    await expectAccessible(other, { themes: ['light', 'dark'] })
    await other.close()
  },
)

test('prints the whole report without the page around it', async ({ page, lab }) => {
  await measured(page, lab.parley)
  await page.getByRole('button', { name: 'Report' }).click()
  await expect(page.getByRole('heading', { name: 'Outputs side by side' })).toBeVisible()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  const report = page.getByRole('article')
  expect(await report.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
  // Nothing of it is left in a part that scrolls.
  const { height = 0, y = 0 } = (await report.boundingBox()) ?? {}
  expect(y).toBeLessThan(50)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThanOrEqual(Math.floor(height))
})

test('exports the report from the menu, also without results of every cell', async ({ page, lab }) => {
  await create(page, lab.parley, ['hello'])
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'HTML report' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await run(page, 'Run')
  await finished(page, 1)
  await page.getByRole('button', { name: 'Add case' }).click()
  await page.getByRole('textbox', { name: 'word of case 2' }).fill('later')
  await expect(estimate(page)).toHaveText(/^1 call, 1 cached/u)
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'HTML report' }).click(),
  ])
  const html = await readFile(await download.path(), 'utf8')
  expect(html).toContain('Not complete: 1 of 2 results are in this report.')
  expect(html).toContain('One variant was measured.')
})
