import type { Page } from '@playwright/test'
import type { Order } from '#testing/campaign/draw-order.ts'
import type { CampaignRandom } from '#testing/campaign/random.ts'
import { drawPageFault, type PageFault } from './draw-page-fault.ts'
import type { FaultyWire } from './faulty-wire.ts'
import { wrongOnPage, type Seen } from './judge-page.ts'
import type { RestartedParley } from './restarted-parley.ts'

/** What a run in the browser came to. */
export interface PageFindings {
  /** How often each fault was met, and in which state its reply ended. */
  byName: Map<string, Record<string, number>>
  /** What was wrong; empty when all is well. */
  wrong: string[]
  slowestMs: number
  /** How many of them took place: an answer may be over before the byte that was to be spoiled. */
  met: number
}

interface Run {
  page: Page
  parley: RestartedParley
  wire: FaultyWire
  orders: Map<number, Order>
  random: CampaignRandom
  count: number
}

/** Longer than this after it is sent, in milliseconds, no reply may be open. */
const hangsAfter = 15_000
/** Then a new conversation begins; the old one is read again from what is kept. */
const perConversation = 15

/** Sends `count` messages in one page, each of which meets a fault, and judges what the page shows. */
export async function runPageFaults({ page, parley, wire, orders, random, count }: Run): Promise<PageFindings> {
  const findings: PageFindings = { byName: new Map(), wrong: [], slowestMs: 0, met: 0 }
  page.on('pageerror', (error) => findings.wrong.push(`page error: ${String(error)}`))
  await page.goto(`${wire.origin}/?model=community%2Ffaulty#key=${parley.key}`)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  const sent: string[] = []
  for (let number = 0; number < count; number++) {
    if (number > 0 && number % perConversation === 0) {
      findings.wrong.push(...(await lostAfterReload(page, sent.splice(0))))
      await page.goto(`${wire.origin}/?model=community%2Ffaulty`)
    }
    const fault = drawPageFault(random, number)
    const asked = `Fault ${number} of seed`
    orders.set(number, fault.order)
    wire.spoilNext(fault.wire)
    const spoiled = wire.spoiled()
    const from = performance.now()
    const [seen] = await Promise.all([send(page, asked), fault.restarts && restart(parley)])
    findings.slowestMs = Math.max(findings.slowestMs, performance.now() - from)
    orders.delete(number)
    if (!fault.wire || wire.spoiled() > spoiled) findings.met++
    sent.push(asked)
    note(findings, fault, seen, asked)
  }
  findings.wrong.push(...(await lostAfterReload(page, sent)))
  return findings
}

function note(findings: PageFindings, fault: PageFault, seen: Seen, asked: string): void {
  const states = findings.byName.get(fault.name) ?? {}
  findings.byName.set(fault.name, states)
  states[seen.state] = (states[seen.state] ?? 0) + 1
  const wrong = wrongOnPage(fault, seen, asked)
  if (wrong !== undefined) findings.wrong.push(`${fault.order.number} (${fault.name}): ${wrong}`)
}

async function send(page: Page, text: string): Promise<Seen> {
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill(text)
  await message.press('Enter')
  // Without functions inside: a loader that names them would call what no page has.
  return page.evaluate(
    async ([asked, deadline]: [string, number]): Promise<Seen> => {
      const until = performance.now() + deadline
      for (;;) {
        const articles = [...document.querySelectorAll<HTMLElement>('[role="log"] article')]
        const mine = articles.filter((article) => article.getAttribute('aria-label') === 'You').at(-1)
        const [sent = '', said = ''] = [mine, articles.at(-1)].map(
          (article) => article?.querySelector('[data-part="text"]')?.textContent?.trim() ?? '',
        )
        const state = articles.at(-1)?.dataset['state'] ?? 'absent'
        const isOver = sent === asked && !['absent', 'waiting', 'streaming'].includes(state)
        if (isOver || performance.now() > until) return { state, text: said, sent }
        await new Promise((wake) => setTimeout(wake, 10))
      }
    },
    [text, hangsAfter] as [string, number],
  )
}

/** Kills the service while the reply is on its way. */
async function restart(parley: RestartedParley): Promise<void> {
  await new Promise((wake) => setTimeout(wake, 150))
  await parley.kill()
  await parley.start()
}

/** What of a conversation is no longer there when its page is loaded again. */
async function lostAfterReload(page: Page, sent: readonly string[]): Promise<string[]> {
  // The last words are kept within a moment; leaving sooner is what history-loss.spec.ts is about.
  await page.reload()
  await page
    .getByRole('log')
    .getByText(sent.at(-1) ?? '', { exact: true })
    .waitFor({ timeout: hangsAfter })
  const mine = page.getByRole('log').getByRole('article', { name: 'You' })
  // What is far up is drawn after what is in view.
  const until = Date.now() + hangsAfter
  while ((await mine.count()) < sent.length && Date.now() < until) await page.waitForTimeout(20)
  const texts = await mine.allInnerTexts()
  return sent.filter((each) => !texts.some((text) => text.includes(each))).map((each) => `“${each}” was not kept`)
}
