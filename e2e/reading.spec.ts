import { expect, type Page } from '@playwright/test'
import { test } from './parley.ts'

/** Every script of a stream reader that the page asked for. */
const readerScript = /\/reply-reader\.worker[^/]*\.js$/u

test('reads replies in one worker, whose script is the only one the policy admits', async ({ page, parley }) => {
  const violations = await watchPolicy(page)
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  await expectEcho(page, 'first')
  await expectEcho(page, 'second')
  expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringMatching(readerScript)])
  expect(await violations()).toEqual([])
})

test('no other script can become a worker, and no other policy can be made', async ({ context, parley }) => {
  // A page that may report problems: they are what is tested.
  const page = await context.newPage()
  await page.goto(parley.link)
  // The reader starts when somebody is about to write.
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

test('reads in place where there are no workers', async ({ page, parley }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  await expectEcho(page, 'without a worker')
  expect(page.workers()).toEqual([])
})

test('reads in place where the worker does not start', async ({ page, parley }) => {
  await page.route(readerScript, (route) => route.abort())
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  await expectEcho(page, 'with a broken worker')
})

test('takes in a fast reply as fast as it comes', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley/typist#key=${parley.key}`)
  await say(page, '4000 tokens at 1000 tokens per second')
  const reply = page.getByRole('article', { name: 'Reply from' })
  await expect(reply).toHaveAttribute('data-state', 'done', { timeout: 30_000 })
  // A reader that holds the stream back shows a third of this; the margin is for a machine under load.
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

/** What the content security policy refused since the page was opened; begins before that. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => refused.push(violatedDirective))
  })
  return () => page.evaluate(() => Reflect.get(window, 'refused') as string[])
}
