import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { type EnginePlayer, pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { openPage } from './page-steps.ts'
import { type Parley, startParley, test as base } from './parley.ts'

/** What the engine was asked, such as `Say w3`, in the order of the calls. */
type Asked = string[]

/** A Parley whose engine repeats what it is asked, after a short while. Some words make it fail. */
interface Lab {
  parley: Parley
  asked: Asked
  /** How long the engine waits where the words say that it is slow; each test begins with 200 ms. */
  slowMs: number
  stop(): Promise<void>
}

async function startLab(): Promise<Lab> {
  const asked: Asked = []
  const engine: EnginePlayer = await startEnginePlayer(({ body, response }) => {
    const words = String(JSON.parse(body).messages.at(-1).content)
    asked.push(words)
    const times = asked.filter((each) => each === words).length
    void sleep(words.includes('slow') ? lab.slowMs : 60).then(() => {
      if (words.includes('broken')) return response.writeHead(500).end('{"error":{"message":"Out of memory."}}')
      if (words.includes('busy') && times === 1)
        return response.writeHead(429, { 'retry-after': '1' }).end('{"error":{"message":"Wait."}}')
      if (words.includes('silent')) return response.write(pieceFrame('Say'))
      if (words.includes('cut')) return response.end(pieceFrame('Say'))
      const reply = words.includes('huge') ? randomBytes(1_000_000).toString('base64') : words
      return response.end(`${pieceFrame(reply)}${pieceFrame('', 'stop')}data: [DONE]\n\n`)
    })
  })
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  const lab: Lab = {
    parley,
    asked,
    slowMs: 200,
    async stop() {
      await parley.stop()
      engine.close()
    },
  }
  return lab
}

let started: Promise<Lab> | undefined

/** Tests with a lab, which those of a file share; what the engine was asked begins anew with each. */
export const test = base.extend<{ lab: Lab }>({
  lab: async ({}, use) => {
    const lab = await (started ??= startLab())
    lab.asked.length = 0
    lab.slowMs = 200
    await use(lab)
  },
})

/** Runs a file's tests in one worker, and ends its lab after them. Parallel tests would each start one. */
export function shareLab(): void {
  test.describe.configure({ mode: 'default' })
  test.afterAll(async () => {
    const lab = await started
    started = undefined
    await lab?.stop()
  })
}

/** Chooses the model of a variant, by its place. */
async function choose(page: Page, model: RegExp, at = 0): Promise<void> {
  await page.getByRole('region', { name: 'Variants' }).getByRole('combobox', { name: 'Model' }).nth(at).click()
  await page.getByRole('option', { name: model }).first().click()
}

/** Makes an experiment with the engine's model and these cases. */
export async function create(page: Page, parley: Parley, words: readonly string[]): Promise<void> {
  await openPage(page, parley, '/experiments')
  await page.getByRole('button', { name: 'New experiment' }).click()
  await page.getByRole('textbox', { name: 'Experiment name' }).fill('Words')
  await page.getByRole('textbox', { name: 'User prompt' }).fill('Say {{word}}')
  await choose(page, /tiny/u)
  await page.getByRole('button', { name: 'Import' }).click()
  const rows = words.map((word) => `${word}\tSay ${word}`)
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(['word\texpected', ...rows].join('\n'))
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Add assertion' }).click()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Equals')
}

/** As many words: w1, w2… */
export const numbered = (count: number) => Array.from({ length: count }, (_, at) => `w${at + 1}`)
/** Presses a button of the run. */
export const run = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Waits until a run has ended after so many calls. */
export const finished = (page: Page, calls: number) =>
  expect(page.getByText(`Finished: ${calls === 1 ? '1 call' : `${calls} calls`}.`)).toBeVisible({ timeout: 20_000 })
export const estimate = (page: Page) => page.getByRole('status', { name: 'Estimate' })
/** A cell by the words of its case, and its variant where there are several. */
export const cell = (page: Page, name: RegExp) => page.getByRole('gridcell', { name })
