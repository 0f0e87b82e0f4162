import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import type { Parley } from '#e2e/parley.ts'
import { median } from './figures.ts'

/** Medians in milliseconds. `added` is the median of the paired differences. */
export interface FirstToken {
  page: number
  plain: number
  added: number
}

const unmeasured = 3

/** Time to the first token in the playground, compared to a plain `fetch` in the same page, in alternation. */
export async function measureFirstToken(parley: Parley, pairs = 30): Promise<FirstToken> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: chromiumArguments(),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(`${parley.baseUrl}/?model=bench#key=${parley.key}`)
    const shown: number[] = []
    const plain: number[] = []
    for (let round = 0; round < unmeasured + pairs; round += 1) {
      const shownNow = await sendInPage(page, round)
      const plainNow = await plainFetch(page, parley.key)
      if (round < unmeasured) continue
      shown.push(shownNow)
      plain.push(plainNow)
    }
    const added = median(shown.map((value, round) => value - (plain[round] ?? Number.NaN)))
    return { page: median(shown), plain: median(plain), added }
  } finally {
    await browser.close()
  }
}

/** Sends a prompt in the page and reads the displayed time to the first token, in milliseconds. */
async function sendInPage(page: Page, round: number): Promise<number> {
  await page.locator('role=textbox[name="Message"]').fill('hello there')
  await page.locator('role=button[name="Send"]').click()
  const done = page.locator('article[data-state="done"]').nth(round)
  const seconds = await done.locator('[data-figure="first-token"]').getAttribute('data-value')
  return Number(seconds) * 1000
}

async function plainFetch(page: Page, key: string): Promise<number> {
  return page.evaluate(async (bearer) => {
    const body = JSON.stringify({
      model: 'bench',
      messages: [{ role: 'user', content: 'hello there' }],
      stream: true,
      stream_options: { include_usage: true },
    })
    const sentAt = performance.now()
    const response = await fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    let firstAt = Number.NaN
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      text += read.value
      if (Number.isNaN(firstAt) && /"content":"[^"]/u.test(text)) firstAt = performance.now()
    }
    return firstAt - sentAt
  }, key)
}
