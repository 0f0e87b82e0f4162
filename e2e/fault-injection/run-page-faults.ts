import type { Page } from '@playwright/test'
import type { PlannedFault } from '#testing/fault-injection/plan-fault.ts'
import type { SeededRandom } from '#testing/fault-injection/seeded-random.ts'
import { planPageFault, type PageFault } from './plan-page-fault.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import type { RestartableParley } from './restartable-parley.ts'

/** The results of a run. */
export interface PageFindings {
  /** The final states of replies, by fault. */
  byName: Map<string, Record<string, number>>
  /** One line for each wrong result. */
  mismatches: string[]
  slowestMs: number
  /** Faults that took place: a response may be shorter than the byte to break at. */
  triggered: number
}

interface RunOptions {
  page: Page
  parley: RestartableParley
  proxy: FaultyProxy
  plannedFaults: Map<number, PlannedFault>
  random: SeededRandom
  count: number
}

/** No reply may stay open longer than this after sending, in milliseconds. */
const hangsAfter = 15_000
/** After this many messages the page is reloaded to check the saved conversation, and a new one begins. */
const perConversation = 15

/** Sends `count` messages from one page, each with a fault, and checks what the page shows. */
export async function runPageFaults({
  page,
  parley,
  proxy,
  plannedFaults,
  random,
  count,
}: RunOptions): Promise<PageFindings> {
  const findings: PageFindings = { byName: new Map(), mismatches: [], slowestMs: 0, triggered: 0 }
  page.on('pageerror', (error) => findings.mismatches.push(`page error: ${String(error)}`))
  await page.goto(`${proxy.origin}/?model=community%2Ffaulty#key=${parley.key}`)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  const sent: string[] = []
  for (let number = 0; number < count; number++) {
    if (number > 0 && number % perConversation === 0) {
      findings.mismatches.push(...(await lostAfterReload(page, sent.splice(0))))
      await page.goto(`${proxy.origin}/?model=community%2Ffaulty`)
    }
    const fault = planPageFault(random, number)
    const message = `Fault ${number} of seed`
    plannedFaults.set(number, fault.engineFault)
    proxy.breakNextChat(fault.wire)
    const spoiled = proxy.faultCount()
    const from = performance.now()
    const [seen] = await Promise.all([send(page, message), fault.restarts && restart(parley)])
    findings.slowestMs = Math.max(findings.slowestMs, performance.now() - from)
    plannedFaults.delete(number)
    if (!fault.wire || proxy.faultCount() > spoiled) findings.triggered++
    sent.push(message)
    record(findings, fault, seen, message)
  }
  findings.mismatches.push(...(await lostAfterReload(page, sent)))
  return findings
}

function record(findings: PageFindings, fault: PageFault, seen: DisplayedReply, message: string): void {
  const states = findings.byName.get(fault.name) ?? {}
  findings.byName.set(fault.name, states)
  states[seen.state] = (states[seen.state] ?? 0) + 1
  const wrong = findPageMismatch(fault, seen, message)
  if (wrong !== undefined) findings.mismatches.push(`${fault.engineFault.number} (${fault.name}): ${wrong}`)
}

async function send(page: Page, text: string): Promise<DisplayedReply> {
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill(text)
  await message.press('Enter')
  // No inner functions: tsx wraps them in a `__name` helper that the page doesn't have.
  return page.evaluate(
    async ([expected, deadline]: [string, number]): Promise<DisplayedReply> => {
      const until = performance.now() + deadline
      for (;;) {
        const articles = [...document.querySelectorAll<HTMLElement>('[role="log"] article')]
        const mine = articles.filter((article) => article.getAttribute('aria-label') === 'You').at(-1)
        const [sent = '', said = ''] = [mine, articles.at(-1)].map(
          (article) => article?.querySelector('[data-part="text"]')?.textContent?.trim() ?? '',
        )
        const state = articles.at(-1)?.dataset['state'] ?? 'absent'
        const isOver = sent === expected && !['absent', 'waiting', 'streaming'].includes(state)
        if (isOver || performance.now() > until) return { state, text: said, sent }
        await new Promise((wake) => setTimeout(wake, 10))
      }
    },
    [text, hangsAfter] as [string, number],
  )
}

/** Restarts the service mid-reply. */
async function restart(parley: RestartableParley): Promise<void> {
  await new Promise((wake) => setTimeout(wake, 150))
  await parley.kill()
  await parley.start()
}

/** The sent messages that are missing after a reload. */
async function lostAfterReload(page: Page, sent: readonly string[]): Promise<string[]> {
  // Messages are saved a moment later; history-loss.spec.ts covers leaving earlier.
  await page.reload()
  await page
    .getByRole('log')
    .getByText(sent.at(-1) ?? '', { exact: true })
    .waitFor({ timeout: hangsAfter })
  const mine = page.getByRole('log').getByRole('article', { name: 'You' })
  // Messages outside the viewport render later.
  const until = Date.now() + hangsAfter
  while ((await mine.count()) < sent.length && Date.now() < until) await page.waitForTimeout(20)
  const texts = await mine.allInnerTexts()
  return sent.filter((each) => !texts.some((text) => text.includes(each))).map((each) => `“${each}” was lost`)
}

/** What the page shows when the reply has ended or the wait has timed out. */
export interface DisplayedReply {
  /** The last reply's `data-state`. */
  state: string
  /** Its text. */
  text: string
  /** The last message that was sent. */
  sent: string
}

const over = new Set(['done', 'stopped', 'failed', 'interrupted'])
const words = (text: string) => text.trim().replaceAll(/\s+/gu, ' ')

/** Describes what the page shows wrongly; undefined if it is correct. */
export function findPageMismatch(
  { engineFault, wire, restarts }: PageFault,
  { state, text, sent }: DisplayedReply,
  message: string,
) {
  if (sent !== message) return `“${message}” is gone; “${sent}” is shown instead`
  if (!over.has(state)) return `still ${state}`
  if (state !== 'done')
    return engineFault.expected === 'whole' && !wire && !restarts ? `a whole reply is ${state}` : undefined
  if (engineFault.expected === 'error') return `“${text}” is shown as done`
  return words(text) === words(engineFault.text) ? undefined : `“${text}” is shown as done, of “${engineFault.text}”`
}
