import { expect, type Page } from '@playwright/test'
import { pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { expectAccessible } from './axe.ts'
import { type Parley, startParley, test as base } from './parley.ts'
import { openPage } from './page-steps.ts'

/** A Parley whose engine answers better the lower the temperature is. */
const test = base.extend<{ lab: Parley }>({
  lab: async ({}, use) => {
    const engine = await startEnginePlayer(({ body, response }) => {
      const { temperature, messages } = JSON.parse(body) as { temperature: number; messages: { content: string }[] }
      const asked = messages.at(-1)?.content ?? ''
      const isGood = temperature === 0 || asked.endsWith('3') || asked.endsWith('7')
      response.end(
        `${pieceFrame(`${isGood ? 'good' : 'bad'} ${temperature}`)}${pieceFrame('', 'stop')}data: [DONE]\n\n`,
      )
    })
    const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
    await use(parley)
    await parley.stop()
    engine.close()
  },
})

/** Imports an experiment with two variants and so many cases, and runs it. */
async function run(page: Page, parley: Parley, cases: number): Promise<void> {
  await openPage(page, parley, '/experiments')
  await page.getByRole('button', { name: 'Import' }).click()
  const definition = {
    parleyExperiment: 1,
    name: 'Two temperatures',
    prompt: { messages: [{ role: 'user', content: 'Say {{number}}' }] },
    variants: [0, 1].map((temperature) => ({
      id: `v${temperature}`,
      name: `Temperature ${temperature}`,
      model: 'community/tiny',
      parameters: { temperature },
    })),
    cases: Array.from({ length: cases }, (_, at) => ({ id: `c${at}`, values: { number: String(at + 1) } })),
    assertions: [{ type: 'contains', value: 'good' }],
    concurrency: 8,
  }
  const buffer = Buffer.from(JSON.stringify(definition))
  await page.getByLabel('File').setInputFiles({ name: 'two.json', mimeType: 'application/json', buffer })
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText(`Finished: ${cases * 2} calls.`)).toBeVisible({ timeout: 20_000 })
}

const review = (page: Page) => page.getByRole('dialog', { name: 'Blind review' })

test(
  'says which variant to take, with intervals, and as charts that are tables, too',
  { tag: '@phone' },
  async ({ page, lab }) => {
    await run(page, lab, 30)
    const conclusion = page.getByRole('region', { name: 'Conclusion' })
    await expect(conclusion).toContainText('Keep Temperature 0: it passes more cases than every other variant.')
    await expect(conclusion).toContainText('Temperature 1 is worse than Temperature 0: −80.0 points')
    const row = page.getByRole('table', { name: 'Summary' }).getByRole('row', { name: /Temperature 1/u })
    // scipy.stats.binomtest(6, 30).proportion_ci(method='wilson'): 0.0951 to 0.3731.
    await expect(row).toContainText('20.0 % (6 of 30)')
    await expect(row).toContainText('9.5 to 37.3 %')
    await page.getByText('Pass rate, with 95 % interval: Table').click()
    await expect(page.getByRole('figure', { name: 'Pass rate, with 95 % interval' })).toContainText('9.5 %')
    await page.getByRole('spinbutton', { name: 'Repeats' }).fill('3')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Finished: 120 calls.')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('columnheader', { name: 'pass^k' })).toBeVisible()
    await expect(row).toContainText('20.0 % (18 of 90)')
    await expectAccessible(page, { themes: ['light', 'dark'] })
  },
)

test('says how many more cases are needed', async ({ page, lab }) => {
  await run(page, lab, 4)
  await expect(page.getByRole('region', { name: 'Conclusion' })).toContainText(
    /Not separable yet: about \d+ more case/u,
  )
})

test(
  'reviews pairs blindly by keyboard, goes on after a reload, and takes a vote back',
  { tag: '@phone' },
  async ({ page, lab }) => {
    await run(page, lab, 10)
    await page.getByRole('button', { name: 'Blind review' }).click()
    await expect(review(page).getByRole('status')).toHaveText('1 of 10')
    await expect(review(page)).not.toContainText('Temperature')
    await expectAccessible(page)
    const first = review(page).getByRole('article', { name: 'First' })
    const second = review(page).getByRole('article', { name: 'Second' })
    /** Votes for the reply of temperature 0 by its key. */
    const voteForBest = async (at: number) => {
      await expect(review(page).getByRole('status')).toHaveText(`${at} of 10`)
      await expect(first.or(second)).toHaveCount(2)
      await page.keyboard.press((await first.innerText()).includes(' 0') ? '1' : '2')
    }
    for (const at of [1, 2, 3]) await voteForBest(at)
    await expect(review(page).getByRole('status')).toHaveText('4 of 10')
    await page.keyboard.press('x')
    await expect(review(page).getByRole('status')).toHaveText('5 of 10')
    await page.keyboard.press('u')
    await expect(review(page).getByRole('status')).toHaveText('4 of 10')

    await page.reload()
    await page.getByRole('button', { name: 'Blind review' }).click()
    for (const at of [4, 5, 6, 7, 8]) await voteForBest(at)
    await review(page).getByRole('button', { name: 'Tie' }).click()
    await review(page).getByRole('button', { name: 'Both bad' }).click()
    await expect(review(page).getByRole('status')).toHaveText('All 10 pairs are reviewed.')
    const rates = review(page).getByRole('table', { name: 'Win rates' })
    // Wilson, 8 of 8: 0.6756 to 1.
    await expect(rates.getByRole('row', { name: /Temperature 0/u })).toHaveText(/100\.0 %67\.6 to 100\.0 %8011$/u)
    await expect(rates.getByRole('row', { name: /Temperature 1/u })).toHaveText(/0\.0 %0\.0 to 32\.4 %0811$/u)
  },
)

test('lets a person’s rating count instead of the assertions', async ({ page, lab }) => {
  await run(page, lab, 3)
  const cell = page.getByRole('gridcell', { name: /^1: 1, Temperature 1/u })
  await expect(cell).toHaveAttribute('data-state', 'fail')
  await cell.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('group', { name: 'Your rating' }).getByRole('button', { name: 'Pass' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Good enough.')
  await page.keyboard.press('Escape')
  await expect(cell).toHaveAttribute('data-state', 'pass')
  await page.getByRole('combobox', { name: 'Filter' }).selectOption('Unrated')
  await expect(page.getByRole('gridcell')).toHaveCount(6)
  await page.reload()
  await expect(cell).toHaveAttribute('data-state', 'pass')
  await cell.click()
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Good enough.')
  await page.keyboard.press('Escape')

  // It was said of that reply, not of the next.
  await page.getByRole('button', { name: 'Run again without cache' }).click()
  await expect(page.getByText('Finished: 6 calls.')).toBeVisible({ timeout: 20_000 })
  await expect(cell).toHaveAttribute('data-state', 'fail')
})
