import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startPacedEngine } from './paced-engine.ts'
import { messageField, openPage } from './page-steps.ts'
import { type Parley, startParley, test as base } from './parley.ts'
import { horizontalOverflow } from './reachable.ts'

const usage = { prompt_tokens: 10, completion_tokens: 30, total_tokens: 40 }
const price = (dollars: number) => ({ prompt: String(dollars / 1e6), completion: String(dollars / 1e6) })

const test = base.extend<{ measuring: Parley }>({
  measuring: async ({}, use) => {
    const engine = await startPacedEngine({
      steady: { before: 300, between: 40, pieces: 30, usage, pricing: price(1) },
      rough: { before: 50, between: 5, pieces: 3, ending: 'refuse' },
      brief: { before: 20, between: 5, pieces: 2, usage, pricing: price(3) },
    })
    const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
    await use(parley)
    await parley.stop()
    await engine.stop()
  },
})

test.describe.configure({ timeout: 120_000 })

const section = (page: Page) => page.getByRole('region', { name: 'Measured here' })

/** How many replies with this state are saved. */
function savedReplies(page: Page, state: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open('parley')
        opened.addEventListener('error', () => reject(new Error('There is no history.')))
        opened.addEventListener('success', () => {
          const read = opened.result.transaction('messages').objectStore('messages').getAll()
          read.addEventListener('success', () => {
            opened.result.close()
            resolve(read.result.filter(({ message }) => message.state === wanted).length)
          })
        })
      }),
    state,
  )
}

/** Sends a message to a model in a new conversation, and waits until the reply has ended and is saved. */
async function ask(page: Page, parley: Parley, model: string, end: string, times = 1): Promise<void> {
  await openPage(page, parley, `/?model=community/${model}`)
  for (let time = 1; time <= times; time += 1) {
    await messageField(page).fill('Hello')
    // On a phone, Enter starts a new line.
    await page.keyboard.press('Control+Enter')
    await expect(page.locator(`article[data-state="${end}"]`)).toHaveCount(time, { timeout: 20_000 })
  }
  await expect.poll(() => savedReplies(page, end)).toBe(times)
}

/** The cells of a row of the figures. */
async function figures(row: Locator): Promise<number[]> {
  const texts = await row.getByRole('cell').allTextContents()
  return texts.map((text) => Number.parseFloat(text))
}

test('a model’s page has what this browser measured of it', { tag: '@phone' }, async ({ page, measuring: parley }) => {
  await openPage(page, parley, '/models/community/steady')
  await expect(section(page)).toHaveCount(0)

  await ask(page, parley, 'steady', 'done', 2)
  await ask(page, parley, 'rough', 'failed')
  const row = (name: string) => section(page).getByRole('row', { name })
  await openPage(page, parley, '/models/community/steady')
  await expect(row('Time to first token').getByRole('cell').last()).toHaveText('2')
  const [median = 0, late = 0] = await figures(row('Time to first token'))
  expect(median).toBeGreaterThan(0.29)
  expect(late).toBeLessThan(5)
  expect(late).toBeGreaterThanOrEqual(median)
  const [speed = 0, , counted] = await figures(row('Output tokens per second'))
  expect(counted).toBe(2)
  // A busy machine is late, never early: 1,000 ÷ 40.
  expect(speed).toBeGreaterThan(10)
  expect(speed).toBeLessThan(27)
  expect(await figures(row('Failure rate'))).toEqual([0, 2])
  await expect(section(page)).toContainText(/^.*2 replies in this browser’s chats and experiments, \d+ \w+ 20\d\d\./u)
  await expectAccessible(page, { themes: ['light', 'dark'] })
  await expect.poll(() => horizontalOverflow(page)).toBe(0)

  await openPage(page, parley, '/models/community/rough')
  await expect(row('Failure rate')).toContainText('100.0 % (1 failed)')
  await openPage(page, parley, '/models/community/brief')
  await expect(section(page)).toContainText('Nothing measured in this browser yet.')
})

/** Makes an experiment of two models, of which one passes, and runs it. */
async function runExperiment(page: Page, parley: Parley): Promise<void> {
  await openPage(page, parley, '/experiments')
  await page.getByRole('button', { name: 'New experiment' }).click()
  await page.getByRole('textbox', { name: 'Experiment name' }).fill('Words')
  await page.getByRole('textbox', { name: 'User prompt' }).fill('Say something')
  await page.getByRole('button', { name: 'Add variant' }).click()
  for (const [at, model] of [/steady/u, /brief/u].entries()) {
    await page.getByRole('region', { name: 'Variants' }).getByRole('combobox', { name: 'Model' }).nth(at).click()
    await page.getByRole('option', { name: model }).first().click()
  }
  await page.getByRole('button', { name: 'Add assertion' }).click()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Contains')
  await page.getByRole('textbox', { name: 'Value' }).fill('word20')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Finished: 2 calls.')).toBeVisible({ timeout: 20_000 })
}

test('the catalogue has the pass rates of experiments as columns and axes', async ({ page, measuring: parley }) => {
  await runExperiment(page, parley)
  await openPage(page, parley, '/models')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Pass rate in Words' }).check()
  await page.keyboard.press('Escape')
  const table = page.getByRole('table', { name: 'Models' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: `community/${name}` })
  await expect(row('steady')).toContainText('100.0 % of 1')
  await expect(row('brief')).toContainText('0.0 % of 1')
  await expect(row('rough')).not.toContainText('%')
  const heading = table.getByRole('columnheader', { name: 'Pass rate in Words' })
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  const first = table.getByRole('row').nth(1)
  await expect(first).toContainText('community/steady')
  await page.reload()
  await expect(first).toContainText('100.0 % of 1')
  await heading.getByRole('button').click()
  await expect(first).toContainText('community/brief')

  await page.getByRole('radio', { name: 'Plot' }).check({ force: true })
  const plot = (words: string) => page.getByRole('img', { name: words })
  await page.getByRole('combobox', { name: 'Y axis' }).selectOption('Pass rate in Words')
  await expect(plot('2 models by input price and pass rate in Words')).toBeVisible()
  await page.reload()
  await expect(plot('2 models by input price and pass rate in Words')).toBeVisible()
  await expect(page.getByText('Pareto front: highest pass rate for the price')).toBeVisible()
  await page.getByRole('combobox', { name: 'X axis' }).selectOption('Pass rate in Words')
  await page.getByRole('combobox', { name: 'Y axis' }).selectOption('Context length')
  await expect(page.getByRole('img', { name: /models by pass rate in Words and context length/u })).toBeVisible()
  await expectAccessible(page, { themes: ['light', 'dark'] })
  const chosen = page.url()
  expect(chosen).toMatch(/axis=pass-\w+/u)

  // The results count for the model's page, too.
  await openPage(page, parley, '/models/community/steady')
  await expect(section(page).getByRole('row', { name: 'Time to first token' }).getByRole('cell').last()).toHaveText('1')

  await openPage(page, parley, '/experiments')
  await page.getByRole('button', { name: 'Delete Words' }).click()
  await expect(page.getByRole('button', { name: 'Delete Words' })).toHaveCount(0)
  await page.goto(chosen)
  await expect(page).toHaveURL((url) => !url.href.includes('pass-'))
  await expect(page.getByRole('img', { name: /models by input price and context length/u })).toBeVisible()
  await expect(heading).toHaveCount(0)
  await expect(page.getByText(/Ignored/u)).toHaveCount(0)
})
