import { chromium } from '@playwright/test'
import { startParley } from '#e2e/parley.ts'
import { chromiumArguments } from '#e2e/find-chromium.ts'
const parley = await startParley()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: chromiumArguments() })
const titles = ['Explain backpressure to a new colleague', 'Extract invoice fields as JSON', 'Tone: refund mail, three voices', 'SQL from a plain question', 'Haiku at temperature 1.8', 'Why is the sky blue on Mars at dusk?', 'Compare two regexes']
const day = 86_400_000
const file = JSON.stringify({ format: 'parley.conversations', version: 1, conversations: Array.from({ length: 900 }, (_, n) => ({ title: null, pinned: n === 3 || n === 40, createdAt: 1, updatedAt: Date.now() - n * n * 60_000 * 3 - n * 1000, detached: false, draft: '', panes: [{ setup: { modelId: 'parley/echo' }, tip: 'b', draft: '', messages: [{ kind: 'written', id: 'a', parent: null, createdAt: 1, role: 'user', text: `${titles[n % 7]}${n > 6 ? ` ${n}` : ''}` }, { kind: 'written', id: 'b', parent: 'a', createdAt: 2, role: 'assistant', text: 'Think of a conveyor belt between two people.' }] }] })) })
for (const scheme of ['light', 'dark'] as const) for (const phone of [false, true]) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 }, hasTouch: phone, isMobile: phone })
  const page = await context.newPage()
  const name = `${phone ? 'phone' : 'desktop'}-${scheme}`
  await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=${parley.key}`)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.waitForTimeout(1500)
  const open = async () => { if (phone) await page.getByRole('button', { name: 'History', exact: true }).click(); await page.waitForTimeout(700) }
  await open()
  await page.screenshot({ path: `/tmp/h5a/empty-${name}.png` })
  await page.getByLabel('Import conversations').setInputFiles({ name: 'many.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await page.getByText('Imported 900').waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: /Extract invoice/ }).first().click()
  await page.getByRole('article').first().waitFor()
  await open()
  await page.screenshot({ path: `/tmp/h5a/long-${name}.png` })
  const begun = Date.now()
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('conveyor people')
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/h5a/search-${name}.png` })
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('')
  await page.getByRole('link', { name: /Extract invoice/ }).first().focus()
  await page.keyboard.press('Delete')
  await page.getByText('Deleted “').waitFor()
  await page.waitForTimeout(300)
  await page.screenshot({ path: `/tmp/h5a/deleted-${name}.png` })
  await context.close()
}
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.goto(`${parley.baseUrl}/c/nowhere#key=${parley.key}`)
await page.waitForTimeout(1500)
await page.screenshot({ path: `/tmp/h5a/missing.png` })
await browser.close()
await parley.stop()
