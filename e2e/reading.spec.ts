import { expect, type Page } from '@playwright/test'
import { test } from './parley.ts'

/** The worker scripts that the page requested. */
const readerScript = /\/reply-reader\.worker[^/]*\.js$/u

test('parses replies in one worker, the only worker script that the policy allows', async ({ page, parley }) => {
  const violations = await watchPolicy(page)
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  await expectEcho(page, 'first')
  await expectEcho(page, 'second')
  expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringMatching(readerScript)])
  expect(await violations()).toEqual([])
})

test('blocks any other worker script and Trusted Types policy', async ({ context, parley }) => {
  // A plain page, because this test causes console errors.
  const page = await context.newPage()
  await page.goto(parley.link)
  // The worker starts when the message field gets focus.
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await expect.poll(() => page.workers().length).toBe(1)
  const refused = await page.evaluate(() => {
    const attempts: (() => unknown)[] = [
      () => new Worker('/theme.js'),
      () => Reflect.get(window, 'trustedTypes').createPolicy('parley', { createScriptURL: (url: string) => url }),
      () => Reflect.get(window, 'trustedTypes').createPolicy('default', { createScriptURL: (url: string) => url }),
    ]
    return attempts.map((attempt) => {
      try {
        return typeof attempt()
      } catch (reason) {
        return reason instanceof Error ? reason.name : 'thrown'
      }
    })
  })
  expect(refused).toEqual(['TypeError', 'TypeError', 'TypeError'])
})

test('parses on the main thread without worker support', async ({ page, parley }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  await expectEcho(page, 'without a worker')
  expect(page.workers()).toEqual([])
})

test('parses on the main thread if the worker doesn’t start', async ({ page, parley }) => {
  await page.route(readerScript, (route) => route.abort())
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  await expectEcho(page, 'with a broken worker')
})

test('keeps up with a fast reply', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley/typist#key=${parley.key}`)
  await say(page, '4000 tokens at 1000 tokens per second')
  const reply = page.getByRole('article', { name: 'Reply from' })
  await expect(reply).toHaveAttribute('data-state', 'done', { timeout: 30_000 })
  // With buffering, only a third of this arrives; the margin allows for a busy machine.
  const speed = await reply.locator('[data-figure="tokens-per-second"]').getAttribute('data-value')
  expect(Number(speed)).toBeGreaterThan(600)
})

async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

async function expectEcho(page: Page, text: string) {
  await say(page, text)
  const reply = page.getByRole('article', { name: 'Reply from parley/echo' }).last()
  await expect(reply).toHaveAttribute('data-state', 'done')
  await expect(reply.locator('[data-part="text"]')).toHaveText(text)
}

/** Content security policy violations. Must be called before the page is opened. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => refused.push(violatedDirective))
  })
  return () => page.evaluate(() => Reflect.get(window, 'refused') as string[])
}
