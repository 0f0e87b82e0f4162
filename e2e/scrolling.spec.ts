import { expect, type Page } from '@playwright/test'
import { test } from './parley.ts'

async function begin(page: Page, prompt: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(prompt)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: /Reply/u }).last()).toHaveAttribute('data-state', 'streaming')
}

/** How far the log is from its end, in pixels. */
const fromEnd = (page: Page) => page.getByRole('log').evaluate((log) => Math.abs(log.scrollTop))

test.describe('while a reply grows', { tag: '@phone' }, () => {
  test.beforeEach(async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/?model=parley%2Ftypist#key=${parley.key}`)
    await begin(page, '4000 tokens at 400 tokens per second')
    await expect(page.getByRole('heading', { name: /^2\. / })).toBeVisible({ timeout: 10_000 })
  })

  test('the view follows its end while the reader is there', async ({ page }) => {
    for (let look = 0; look < 10; look += 1) {
      expect(await fromEnd(page)).toBeLessThan(2)
      await page.waitForTimeout(100)
    }
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
  })

  test('reading back is never pulled away, and one button leads to the latest', async ({ page }) => {
    const heading = page.getByRole('heading', { name: /^1\. / })
    await heading.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
    const before = (await heading.boundingBox())?.y ?? Number.NaN
    for (let look = 0; look < 12; look += 1) {
      await page.waitForTimeout(100)
      expect(Math.abs(((await heading.boundingBox())?.y ?? Number.NaN) - before)).toBeLessThan(1)
    }
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect.poll(() => fromEnd(page)).toBeLessThan(2)
    await page.waitForTimeout(300)
    expect(await fromEnd(page)).toBeLessThan(2)
  })
})

test('what is selected stays selected while the reply grows', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley%2Ftypist#key=${parley.key}`)
  await begin(page, '3000 tokens at 300 tokens per second')
  const heading = page.getByRole('heading', { name: /^1\. / })
  await expect(page.getByRole('heading', { name: /^2\. / })).toBeVisible({ timeout: 10_000 })
  await heading.evaluate((element) => getSelection()?.selectAllChildren(element))
  const selected = await heading.textContent()
  await expect(page.getByRole('heading', { name: /^3\. / })).toBeAttached({ timeout: 10_000 })
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(selected)
})

test('is told once when a reply begins and once when it ends, not per token', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley%2Fecho#key=${parley.key}`)
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
      if (region.getAttribute('aria-live') === 'off') continue
      new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    }
  })
  await page.getByRole('textbox', { name: 'Message' }).fill('one two three four five six seven eight nine ten')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: /Reply/u })).toHaveAttribute('data-state', 'done')
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
  expect(heard).toEqual(['parley/echo is replying.', 'Reply from parley/echo finished.'])
  await expect(page.getByRole('log')).toHaveAttribute('aria-live', 'off')
})
