import { type Outcome, readOutcome } from '#testing/read-outcome.ts'
import { planFault, faultKinds, type FaultKind, type PlannedFault } from './plan-fault.ts'
import type { SeededRandom } from './seeded-random.ts'
import { unreachableModels } from './instrumented-parley.ts'

/** The results of a run. */
export interface FaultFindings {
  /** Outcomes per kind of fault. */
  byKind: Map<FaultKind, Record<'whole' | 'refused' | 'frame', number>>
  /** One line for each wrong answer. */
  mismatches: string[]
  slowestMs: number
}

interface RunOptions {
  baseUrl: string
  key: string
  /** Shared with the engine, which looks up here what to send. */
  plannedFaults: Map<number, PlannedFault>
  random: SeededRandom
  count: number
  concurrency: number
  redirectTarget: string
}

/** Sends `count` chats, each with its own fault, and checks every answer. Mismatches are returned, not thrown. */
export async function runPlannedFaults(run: RunOptions): Promise<FaultFindings> {
  const { random, count, plannedFaults, redirectTarget } = run
  const findings: FaultFindings = { byKind: new Map(), mismatches: [], slowestMs: 0 }
  let drawn = 0
  const work = async () => {
    while (drawn < count) {
      const number = drawn++
      // Every kind equally often; only what each one does is random.
      const planned = planFault(random, number, faultKinds[number % faultKinds.length] ?? 'none', redirectTarget)
      plannedFaults.set(number, planned)
      const from = performance.now()
      const outcome = await observe(run, planned)
      plannedFaults.delete(number)
      record(findings, planned, outcome, performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: run.concurrency }, work))
  return findings
}

function record(findings: FaultFindings, planned: PlannedFault, outcome: ObservedOutcome, tookMs: number): void {
  findings.slowestMs = Math.max(findings.slowestMs, tookMs)
  const counts = findings.byKind.get(planned.kind) ?? { whole: 0, refused: 0, frame: 0 }
  findings.byKind.set(planned.kind, counts)
  if (outcome.kind !== 'broken' && outcome.kind !== 'silence') counts[outcome.kind]++
  const wrong = findMismatch(planned, outcome, tookMs)
  if (wrong !== undefined) {
    findings.mismatches.push(`${planned.number} (${planned.kind}, ${planned.stream ? 'stream' : 'single'}): ${wrong}`)
  }
}

async function observe({ baseUrl, key }: RunOptions, { number, kind, stream }: PlannedFault): Promise<ObservedOutcome> {
  try {
    const response = await fetch(`${baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: modelOf(kind),
        messages: [{ role: 'user', content: `Fault ${number}` }],
        stream,
      }),
      signal: AbortSignal.timeout(hangTimeoutMs),
    })
    if (!response.headers.has('x-request-id')) return { kind: 'broken', what: 'has no request id' }
    return await readOutcome(response)
  } catch (reason) {
    return { kind: 'broken', what: String(reason).slice(0, 300) }
  }
}

function modelOf(kind: FaultKind): string {
  if (kind === 'refused connection') return `community/${unreachableModels.refused}`
  return kind === 'unknown host' ? `community/${unreachableModels.unknown}` : 'community/faulty'
}

/** `broken` is an answer outside the contract, or none at all. */
export type ObservedOutcome = Outcome | { kind: 'broken'; what: string }

/** In milliseconds. */
const hangTimeoutMs = 15_000

/** Describes how the answer differs from what was expected; undefined if it is correct. */
export function findMismatch(
  { expected, text, status }: PlannedFault,
  outcome: ObservedOutcome,
  tookMs: number,
): string | undefined {
  if (outcome.kind === 'broken') return outcome.what
  if (outcome.kind === 'silence') return `ended without [DONE] or an error after “${outcome.text}”`
  if (tookMs > hangTimeoutMs) return `took ${Math.round(tookMs)} ms`
  if (outcome.kind === 'whole') {
    if (expected === 'error') return `“${outcome.text}” was shown as whole`
    return outcome.text === text ? undefined : `“${outcome.text}” was shown as the whole of “${text}”`
  }
  // On a busy machine the service may legitimately run into its own deadline.
  const isLate = outcome.code === 'upstream_timeout'
  if (expected === 'whole' && !isLate) return `a whole reply became an error (${outcome.code})`
  if (outcome.kind === 'frame') {
    return text.startsWith(outcome.text) ? undefined : `“${outcome.text}” is not a prefix of “${text}”`
  }
  if (status !== undefined && outcome.status !== status && !isLate) return `was told ${outcome.status}, not ${status}`
  return undefined
}
