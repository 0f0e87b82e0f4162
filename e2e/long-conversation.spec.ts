import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview, type PreviewServer } from 'vite'
import { longestTaskDuring } from './longest-task.ts'

// Pictures of a page of this size take longer than what is tested.
test.use({ trace: 'off' })

let server: PreviewServer

// What is built is one folder: by one worker, and one test after the other.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  const outDir = join(import.meta.dirname, '../node_modules/.cache/e2e/long-conversation')
  const config = { configFile: false, logLevel: 'warn', base: './' } as const
  const root = join(import.meta.dirname, 'pages/long-conversation')
  await build({
    ...config,
    root,
    plugins: [react(), tailwindcss()],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true },
  })
  server = await preview({ ...config, root, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
})

test.afterAll(async () => {
  await server.close()
})

test.beforeEach(async ({ page }) => {
  await page.goto(server.resolvedUrls?.local[0] ?? '')
})

async function open(page: Page) {
  await page.getByRole('button', { name: 'Open' }).click()
  // Not its last words alone: messages whose scripts are still on their way come by and by, in an order of the browser's.
  await page.waitForFunction(() => document.querySelectorAll('article').length === 1_000)
}

/** Asked of the page itself: a locator that does not find what it wants takes seconds to describe a page of this size. */
const hasHeading = (page: Page, text: string) =>
  page.waitForFunction((asked) => [...document.querySelectorAll('h2')].some((h2) => h2.textContent === asked), text)

/** How many of the replies are drawn, and not just there as text. */
const drawn = (page: Page) => page.locator('h2', { hasText: /^Marker/u }).count()

test('a thousand long messages open at their end, where only what is near is drawn', async ({ browser, page }) => {
  // A thousand messages are written into the history first.
  test.slow()
  let first = 0
  const opening = await longestTaskDuring(browser, page, async () => {
    await open(page)
    first = await drawn(page)
  })
  await hasHeading(page, 'Marker 999.')
  expect(first).toBeLessThan(200)

  await page.mouse.move(600, 400)
  const scrolling = await longestTaskDuring(browser, page, async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      await page.mouse.wheel(0, -900)
      await page.waitForTimeout(30)
    }
  })
  await expect.poll(() => drawn(page)).toBeGreaterThan(first)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  // For whoever looks: a limit would be broken by whatever else the machine has to do.
  const description = `opening ${opening.toFixed(0)}, scrolling ${scrolling.toFixed(0)}, drawn at first ${first}`
  test.info().annotations.push({ type: 'longest task, ms', description })
})

test('find in page reaches a message that was never in view', async ({ page }) => {
  await open(page)
  // As the browser's own search does, which no script can open: what it finds is brought into view.
  const find = () =>
    page.evaluate(() => {
      const isFound = (window as unknown as { find(text: string): boolean }).find('Marker 41.')
      const place = getSelection()?.anchorNode?.parentElement
      place?.scrollIntoView({ block: 'center' })
      return isFound && place?.closest('article')?.textContent?.includes('Marker 41.')
    })
  // The last reply is still being drawn in idle time, and a search in that moment may come back empty.
  await expect.poll(find).toBe(true)
  await expect(page.locator('article', { hasText: 'Marker 41.' })).toBeInViewport()
  await hasHeading(page, 'Marker 41.')
})
