import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { startHandDrivenEngine } from '#e2e/hand-driven-engine.ts'
import { startParley } from '#e2e/parley.ts'
import { slowInputs } from '#app/markdown/slow-inputs.test-support.ts'
import { longestTaskDuring, slowness } from './longest-task.ts'

/** Time in which deferred blocks render; their tasks count too. */
const deferredMs = 500

/**
 * Processor time in milliseconds of the longest main-thread task for each text in `slowInputs`, divided by how many times
 * slower this machine is than the one the goal was set on.
 */
export async function measureSlowInputs(): Promise<Record<string, number>> {
  const engine = await startHandDrivenEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: chromiumArguments(),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(`${parley.baseUrl}/?model=community/hand-driven#key=${parley.key}`)
    const divisor = await slowness(browser, page)
    const longest: Record<string, number> = {}
    for (const [name, text] of Object.entries(slowInputs)) {
      await page.locator('role=button[name="New conversation"]').click()
      await page.locator('role=textbox[name="Message"]').fill(name)
      const task = await longestTaskDuring(browser, page, async () => {
        await page.locator('role=textbox[name="Message"]').press('Enter')
        const reply = await engine.nextReply()
        for (let at = 0; at < text.length; at += 16_000) reply.say(text.slice(at, at + 16_000))
        reply.say('\n\nThe end of it.')
        reply.finish()
        await waitForEnd(page, 'The end of it.')
        await page.waitForTimeout(deferredMs)
      })
      longest[name] = task / divisor
    }
    return longest
  } finally {
    await browser.close()
    await parley.stop()
    await engine.stop()
  }
}

/** Waits for a finished reply that ends with this text. Does little work in the page. */
async function waitForEnd(page: Page, end: string) {
  await page.waitForFunction(
    (text) => {
      const reply = [...document.querySelectorAll('[role="log"] article[data-state="done"]')].at(-1)
      let last: Node | null | undefined = reply?.querySelector('[data-part="text"]')
      while (last?.lastChild) last = last.lastChild
      return last?.textContent?.trimEnd().endsWith(text) === true
    },
    end,
    { timeout: 30_000, polling: 100 },
  )
}
