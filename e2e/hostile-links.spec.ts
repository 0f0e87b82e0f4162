import { expect, type Page } from '@playwright/test'
import { hostilePayloads, overlongPayloads } from '#app/data/share/hostile-payloads.test-support.ts'
import { test } from './parley.ts'

/** Milliseconds, measured in the page. */
const longest = 1000
/** The longest URL that browsers open. */
const longestAddress = 1_900_000

const payloads = [...hostilePayloads, ...overlongPayloads].filter(([, payload]) => payload.length < longestAddress)

const words = {
  damaged: 'damaged or incomplete',
  'too-large': 'too large to open',
  'newer-version': 'newer version of Parley',
  'not-a-setup': 'isn’t a Parley setup',
}

/** Opens an invalid link in the page; returns the milliseconds until the error was shown. */
async function openLink(page: Page, payload: string): Promise<number> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  if (await dismiss.isVisible()) await dismiss.click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  return page.evaluate(async (text) => {
    const started = performance.now()
    const errorShown = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('main [role="alert"]') === null) return
        observer.disconnect()
        resolve(performance.now() - started)
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    location.hash = `s=${text}`
    return errorShown
  }, payload)
}

test('rejects every hostile link at once with a reason, and opens nothing', async ({ page, parley }) => {
  test.setTimeout(120_000)
  expect(payloads.length).toBeGreaterThanOrEqual(40)
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  await page.getByRole('textbox', { name: 'System prompt' }).fill('What was open.')
  for (const [what, payload, fault] of payloads) {
    let took = await openLink(page, payload)
    await expect(page.getByRole('alert'), what).toContainText(words[fault])
    // A busy machine is slow now and then, but a slow link is slow every time.
    for (let tries = 0; tries < 3 && took >= longest; tries++) took = await openLink(page, payload)
    expect(took, what).toBeLessThan(longest)
    await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('What was open.')
    expect(page.url()).not.toContain('#')
  }
})
