import { expect } from '@playwright/test'
import { pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { expectAccessible } from './axe.ts'
import { type Parley, startParley, test as base } from './parley.ts'
import { openPage } from './page-steps.ts'

/** A Parley whose engine answers briefly or at length by the temperature, and as a judge prefers what is longer. */
const test = base.extend<{ lab: { parley: Parley; asked: string[] } }>({
  lab: async ({}, use) => {
    const asked: string[] = []
    const engine = await startEnginePlayer(({ body, response }) => {
      const { temperature, messages } = JSON.parse(body) as { temperature?: number; messages: { content: string }[] }
      const content = messages.at(-1)?.content ?? ''
      const isComparison = messages[0]?.content.startsWith('You compare') === true
      const isGrading = messages[0]?.content.startsWith('You check') === true
      asked.push(isComparison ? 'comparison' : isGrading ? 'grading' : 'answer')
      const reply = isComparison ? preferLonger(content) : isGrading ? grade(content) : answer(content, temperature)
      response.end(`${pieceFrame(reply)}${pieceFrame('', 'stop')}data: [DONE]\n\n`)
    })
    const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
    await use({ parley, asked })
    await parley.stop()
    engine.close()
  },
})

const answer = (asked: string, temperature = 0) => `${asked}${temperature === 0 ? '' : ', and at length'}`

function preferLonger(shown: string): string {
  const { first, second } = JSON.parse(shown) as { first: string; second: string }
  const verdict = first.length > second.length ? 'first' : 'second'
  return `Here it is: {"verdict": "${verdict}", "reason": "It says more."}`
}

function grade(shown: string): string {
  const { answer: said } = JSON.parse(shown) as { answer: string }
  return `{"verdict": "${said.includes('length') ? 'pass' : 'fail'}", "reason": "It is short."}`
}

test(
  'compares replies in both orders, says how far to trust it, and asks nothing twice',
  { tag: '@phone' },
  async ({ page, lab }) => {
    const { parley, asked } = lab
    await openPage(page, parley, '/experiments')
    await page.getByRole('button', { name: 'Import' }).click()
    const definition = {
      parleyExperiment: 1,
      name: 'Short and long',
      prompt: { messages: [{ role: 'user', content: 'Say {{number}}' }] },
      variants: ['Short', 'Long'].map((name, temperature) => ({
        id: name,
        name,
        model: 'community/tiny',
        parameters: { temperature },
      })),
      cases: Array.from({ length: 6 }, (_, at) => ({ id: `c${at}`, values: { number: String(at) } })),
      assertions: [{ type: 'judge', value: 'It is long.' }],
    }
    const buffer = Buffer.from(JSON.stringify(definition))
    await page.getByLabel('File').setInputFiles({ name: 'two.json', mimeType: 'application/json', buffer })
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('Finished: 12 calls.')).toBeVisible({ timeout: 20_000 })
    const long = page.getByRole('gridcell', { name: /^1: 0, Long/u })
    await expect(long).toHaveAttribute('data-state', 'unjudged')

    const region = page.getByRole('region', { name: 'Judge', exact: true })
    await region.getByRole('combobox', { name: 'Judge model' }).click()
    await page.getByRole('option', { name: /tiny/u }).first().click()
    await region.getByRole('textbox', { name: 'Rubric' }).fill('Prefer what says more.')
    await expect(region.getByRole('status')).toHaveText('24 calls to make')
    await region.getByRole('button', { name: 'Run judge' }).click()
    const row = region.getByRole('row', { name: /^Long/u })
    await expect(row).toHaveText(/Long against Short600100\.0 %61\.0 to 100\.0 %/u)
    await expect(region).toContainText('Position bias0.0 % of 6 pairs')
    await expect(region).toContainText('This judge is unchecked.')
    await expect(region).toContainText('(n = 0)')
    await expect(long).toHaveAttribute('data-state', 'pass')
    await expect(page.getByRole('gridcell', { name: /^1: 0, Short/u })).toHaveAttribute('data-state', 'fail')
    expect(asked.filter((each) => each === 'comparison')).toHaveLength(12)
    expect(asked.filter((each) => each === 'grading')).toHaveLength(12)
    await expectAccessible(page, { themes: ['light', 'dark'] })

    // A vote on a pair is compared with the judge's verdict.
    await page.getByRole('button', { name: 'Blind review' }).click()
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 of 6')
    await page.keyboard.press('0')
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('2 of 6')
    await page.keyboard.press('Escape')
    await expect(region).toContainText('(n = 1)')

    await page.reload()
    await expect(region.getByRole('status')).toHaveText('0 calls to make')
    await expect(row).toContainText('100.0 %')
    await expect(long).toHaveAttribute('data-state', 'pass')
    await region.getByRole('button', { name: 'Run judge' }).click()
    await expect(region.getByRole('status')).toHaveText('0 calls to make')
    expect(asked).toHaveLength(36)
  },
)
