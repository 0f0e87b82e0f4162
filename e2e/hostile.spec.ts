import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { harmIn } from '#app/markdown/hostile.test-support/harm-in.ts'
import { hostileStrings } from '#app/markdown/hostile.test-support/hostile-strings.ts'
import { startHandDrivenEngine, type HandDrivenEngine } from './hand-driven-engine.ts'
import { startParley, test, type Parley } from './parley.ts'

let engine: HandDrivenEngine
let parley: Parley

test.beforeAll(async () => {
  engine = await startHandDrivenEngine()
  parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
})
test.afterAll(async () => {
  await parley.stop()
  await engine.stop()
})

/** Closes any open Markdown construct, so that the next text is parsed independently. */
const rest = '\n\n--> ]]> ?> </script> </style> </pre> </textarea>\n\n'

/** A sample of each kind. src/app/markdown/hostile.browser.test.tsx tests all of them, but without a policy. */
const sample = (strings: readonly string[]) => strings.filter((_, index) => index % 12 === 0)
const { unfinished, ...ended } = hostileStrings

test('renders streaming hostile text without side effects', async ({ page }) => {
  const happened = recordSideEffects(page)
  await recordHarm(page)
  await page.goto(`${parley.baseUrl}/?model=community%2Fhand-driven#key=${parley.key}`)
  await stream(page, Object.values(ended).flatMap(sample))
  // Unclosed constructs get their own reply.
  for (const text of sample(unfinished)) await stream(page, [text])
  expect(happened).toEqual([])
  expect(await page.evaluate(() => [...window.harmSeen])).toEqual([])
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeEditable()
})

async function stream(page: Page, texts: string[]) {
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Go on')
  await message.press('Enter')
  const reply = await engine.nextReply()
  const characters = texts.map((text, place) => `Case ${place}.\n\n${text}`).join(rest)
  for (let at = 0; at < characters.length; at += 1) {
    reply.say(characters[at] ?? '')
    if (at % 8 === 0) await pause(2)
  }
  reply.finish()
  const shown = page.getByRole('article', { name: /Reply/u }).last()
  await expect(shown).toHaveAttribute('data-state', 'done')
  for (const place of texts.keys()) {
    await expect(shown.locator('[data-part="text"]')).toContainText(`Case ${place}.`)
  }
}

/** Records dialogs, new tabs and requests to other origins. */
function recordSideEffects(page: Page): string[] {
  const happened: string[] = []
  page.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => happened.push(`popup: ${popup.url()}`))
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(parley.baseUrl)) happened.push(`navigation: ${frame.url()}`)
  })
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== parley.baseUrl && protocol !== 'blob:') happened.push(`request: ${request.url()}`)
  })
  return happened
}

declare global {
  interface Window {
    harmSeen: Set<string>
  }
}

/** Checks every change of a reply as it happens, and records content security policy violations. */
async function recordHarm(page: Page) {
  const watch = (harmOf: typeof harmIn) => {
    window.harmSeen = new Set()
    addEventListener('securitypolicyviolation', (event) =>
      window.harmSeen.add(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
    const observer = new MutationObserver(() => {
      for (const text of document.querySelectorAll('[data-part="text"]')) {
        for (const harm of harmOf(text)) window.harmSeen.add(harm)
      }
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  }
  await page.addInitScript(`(${watch.toString()})(${harmIn.toString()})`)
}
