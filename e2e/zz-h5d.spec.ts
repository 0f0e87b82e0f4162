import { test } from '@playwright/test'
import { startPacedEngine } from './paced-engine.ts'
import { startParley } from './parley.ts'

const usage = (out: number) => ({ prompt_tokens: 20, completion_tokens: out, total_tokens: 20 + out })
const price = { prompt: '0.000001', completion: '0.000004' }
test('shots', async ({ browser }) => {
  test.setTimeout(120_000)
  const engine = await startPacedEngine({
    quick: { before: 300, between: 10, pieces: 200, usage: usage(200), pricing: price },
    slow: {
      before: 900,
      between: 40,
      pieces: 100,
      usage: usage(100),
      pricing: { prompt: '0.0000001', completion: '0.0000004' },
    },
    untold: { before: 500, between: 20, pieces: 120, pricing: price },
    thinker: {
      before: 200,
      between: 20,
      pieces: 60,
      reasoning: 60,
      usage: { ...usage(120), completion_tokens_details: { reasoning_tokens: 60 } },
    },
    stalls: { before: 200, between: 20, pieces: 30, ending: 'stall' },
    refuses: { before: 0, between: 0, pieces: 0, ending: 'refuse' },
  })
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  const ids = (n: number) =>
    Object.keys({ quick: 1, slow: 1, untold: 1, thinker: 1, stalls: 1, refuses: 1 })
      .slice(0, n)
      .map((m) => `community/${m}`)
      .join(',')
  try {
    for (const scheme of ['light', 'dark'] as const) {
      for (const [n, size] of [
        [1, 'desk'],
        [3, 'desk'],
        [6, 'desk'],
        [3, 'phone'],
      ] as const) {
        if (scheme === 'dark' && n === 1) continue
        const page = await browser.newPage({
          colorScheme: scheme,
          viewport: size === 'desk' ? { width: 1440, height: 900 } : { width: 390, height: 844 },
          ...(size === 'phone' && { isMobile: true, hasTouch: true }),
        })
        page.on('console', (m) => m.type() === 'error' && console.log(m.text()))
        page.on('pageerror', (m) => console.log(String(m)))
        await page.goto(`${parley.baseUrl}/?models=${ids(n)}#key=${parley.key}`)
        await page.waitForTimeout(700)
        const shot = (name: string) => page.screenshot({ path: `/tmp/h5d-shots/${scheme}-${size}-${n}-${name}.png` })
        await shot('empty')
        await page.getByRole('textbox', { name: 'Message' }).fill('Explain backpressure to a colleague')
        await page.keyboard.press('Enter')
        await page.waitForTimeout(1300)
        await shot('streaming')
        await page.waitForTimeout(4700)
        await shot('done')
        if (n > 1) {
          await page.getByRole('button', { name: 'Figures and chart' }).click()
          await page.waitForTimeout(300)
          await shot('chart')
        }
        await page.close()
      }
    }
  } finally {
    await parley.stop()
    await engine.stop()
  }
})
