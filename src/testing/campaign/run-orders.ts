import { readOutcome } from '#testing/read-outcome.ts'
import { drawOrder, faultKinds, type FaultKind, type Order } from './draw-order.ts'
import { hangsAfter, wrongIn, type Ending } from './judge.ts'
import type { CampaignRandom } from './random.ts'
import { lostModels } from './watched-parley.ts'

/** What a run of orders came to. */
export interface Findings {
  /** How often each fault was played, and how it ended. */
  byKind: Map<FaultKind, Record<'whole' | 'refused' | 'frame', number>>
  /** What was not told as it should be; empty when all is well. */
  wrong: string[]
  slowestMs: number
}

interface Run {
  baseUrl: string
  key: string
  /** Where the engine finds what to play; filled here. */
  orders: Map<number, Order>
  random: CampaignRandom
  count: number
  /** How many chats run at a time. */
  atOnce: number
  /** Where redirects of the engine point. */
  elsewhere: string
}

/** Asks for `count` chats, each with a fault of its own, and judges every answer. Never rejects for what it finds. */
export async function runOrders(run: Run): Promise<Findings> {
  const { random, count, orders, elsewhere } = run
  const findings: Findings = { byKind: new Map(), wrong: [], slowestMs: 0 }
  let drawn = 0
  const work = async () => {
    while (drawn < count) {
      const number = drawn++
      // Every kind as often as the others; chance is in what each does.
      const order = drawOrder(random, number, faultKinds[number % faultKinds.length] ?? 'none', elsewhere)
      orders.set(number, order)
      const from = performance.now()
      const ending = await endingOf(run, order)
      orders.delete(number)
      note(findings, order, ending, performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: run.atOnce }, work))
  return findings
}

function note(findings: Findings, order: Order, ending: Ending, tookMs: number): void {
  findings.slowestMs = Math.max(findings.slowestMs, tookMs)
  const counts = findings.byKind.get(order.kind) ?? { whole: 0, refused: 0, frame: 0 }
  findings.byKind.set(order.kind, counts)
  if (ending.kind !== 'broken' && ending.kind !== 'silence') counts[ending.kind]++
  const wrong = wrongIn(order, ending, tookMs)
  if (wrong !== undefined) {
    findings.wrong.push(`${order.number} (${order.kind}, ${order.stream ? 'stream' : 'single'}): ${wrong}`)
  }
}

async function endingOf({ baseUrl, key }: Run, { number, kind, stream }: Order): Promise<Ending> {
  try {
    const response = await fetch(`${baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: modelOf(kind),
        messages: [{ role: 'user', content: `Fault ${number}` }],
        stream,
      }),
      signal: AbortSignal.timeout(hangsAfter),
    })
    if (!response.headers.has('x-request-id')) return { kind: 'broken', what: 'has no request id' }
    return await readOutcome(response)
  } catch (reason) {
    return { kind: 'broken', what: String(reason).slice(0, 300) }
  }
}

function modelOf(kind: FaultKind): string {
  if (kind === 'refused connection') return `community/${lostModels.refused}`
  return kind === 'unknown host' ? `community/${lostModels.unknown}` : 'community/faulty'
}
