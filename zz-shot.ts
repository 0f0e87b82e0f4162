import { chromium } from '@playwright/test'
import { pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { startParley } from '#e2e/parley.ts'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { setTimeout as sleep } from 'node:timers/promises'
const engine = await startEnginePlayer(({ body, response }) => {
  const b = JSON.parse(body) as { temperature: number; seed?: number; messages: { content: string }[] }
  const asked = b.messages.at(-1)!.content
  const n = Number(/\d+/.exec(asked)?.[0] ?? 0)
  const ok = ((n * 7919 + b.temperature * 1000 + (b.seed ?? 0) * 31) % 100) / 100 > b.temperature * 0.6
  void (async () => { await sleep(20 + ((n * 37) % 60) * (1 + b.temperature)); response.write(pieceFrame(ok ? `{"vendor": "Kessler Optik ${n}", "total": ${n * 10}}` : 'Here is the JSON you asked for: {"vendor": …')); response.end(`${pieceFrame('', 'stop')}data: {"choices":[],"usage":{"prompt_tokens":120,"completion_tokens":40,"total_tokens":160}}\n\ndata: [DONE]\n\n`) })()
})
const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
const browser = await chromium.launch({ executablePath: findChromium()!, args: chromiumArguments() })
for (const [w, h, scheme] of [[1440, 900, 'light'], [1440, 900, 'dark'], [390, 844, 'light']] as const) {
  const page = await browser.newPage({ viewport: { width: w, height: h }, colorScheme: scheme })
  await page.goto(parley.link)
  await page.goto(`${parley.baseUrl}/experiments`)
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog').getByLabel('File').setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ parleyExperiment: 1, name: 'Invoice extraction', prompt: { messages: [{ role: 'system', content: 'Reply with JSON.' }, { role: 'user', content: 'Extract vendor and total of invoice {{number}}.' }] }, variants: ['GPT-5.4 mini', 'Qwen3.7 Plus', 'Gemini 3.1 Flash Lite', 'llama3.2:3b'].map((name, v) => ({ id: 'v' + v, name, model: 'community/tiny', parameters: { temperature: [0.3, 0.1, 0.4, 1][v] } })), cases: Array.from({ length: 60 }, (_, i) => ({ id: 'c' + i, values: { number: String(i + 1) } })), repeats: 3, assertions: [{ type: 'is-json' }, { type: 'contains', value: 'vendor' }], concurrency: 16 })) })
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Hide setup' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText(/^Finished: /u).waitFor({ timeout: 100_000 })
  await sleep(800)
  await page.screenshot({ path: `/tmp/shot-${w}-${scheme}.png` })
  if (process.argv[2]) { await page.getByRole('button', { name: process.argv[2] }).click(); await sleep(800); await page.screenshot({ path: `/tmp/shot-${w}-${scheme}-2.png` }) }
  await page.close()
}
await browser.close(); await parley.stop(); engine.close()
