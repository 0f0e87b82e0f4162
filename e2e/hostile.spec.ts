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

/** Ends what a hostile text may have left open, so that the next one is read afresh. */
const rest = '\n\n--> ]]> ?> </script> </style> </pre> </textarea>\n\n'

/** A few texts of each kind: all of them are tried in src/app/markdown/hostile.browser.test.tsx, without a policy. */
const few = (strings: readonly string[]) => strings.filter((_, index) => index % 12 === 0)
const { unfinished, ...ended } = hostileStrings

test('hostile text does nothing while it streams', async ({ page }) => {
  const happened = watchFromOutside(page)
  await watchFromInside(page)
  await page.goto(`${parley.baseUrl}/?model=community%2Fhand-driven#key=${parley.key}`)
  await stream(page, Object.values(ended).flatMap(few))
  // What never ends has a reply to itself.
  for (const text of few(unfinished)) await stream(page, [text])
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

/** Dialogs, further tabs, and requests to anywhere but the page's own origin, as they happen. */
function watchFromOutside(page: Page): string[] {
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

/** Looks at every change of a reply as it happens, and at what the content security policy has to stop. */
async function watchFromInside(page: Page) {
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
