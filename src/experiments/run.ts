import type { ChatEvent } from '#contract/chat-event.ts'
import { type Budget, createBudget } from './budget.ts'
import {
  type CallFailure,
  type CallOutcome,
  type PricedModel,
  costOfUsage,
  createCellRounds,
  greatestCost,
  readRound,
} from './call-cell.ts'
import type { Cell, ChatBody } from './cells.ts'
import { type Variant, variantName } from './definition.ts'
import type { CellResult } from './results.ts'

/** What a run needs from the page, the command or a test. */
export interface RunHost {
  /** Makes a streamed chat call. Ends without `finished` or `failed` if the connection breaks; never rejects. */
  stream(connection: string | null, body: ChatBody, signal: AbortSignal): AsyncIterable<readonly ChatEvent[]>
  /** Stores a result for good. A run ends when it can't. */
  save(cell: Cell, result: CellResult): Promise<void>
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 up to 1. */
  random(): number
  /** The price and the limits of a variant's model; undefined if they are unknown. */
  pricedModel(variant: Variant): PricedModel | undefined
  /** Called when a cell starts, and with the text so far while its reply streams. */
  onText?(cell: Cell, text: string): void
  /** Called when a cell goes back to the queue, because the run was stopped. */
  onDropped?(cell: Cell): void
}

export interface RunSettings {
  /** Calls that run at once on each connection. */
  concurrency: number
  /** US dollars that may be spent; undefined for no limit. */
  spendLimit?: number | undefined
  /** What was spent before, if a run goes on. */
  spent?: number
}

/** Why a run ended. `message` says what to do, in a sentence. */
export type RunEnd =
  | { reason: 'finished' | 'stopped' }
  | { reason: 'limit'; message: string }
  | { reason: 'storage'; message: string }

export interface Run {
  /** Starts no further calls; those that run go on. */
  pause(): void
  resume(): void
  /** Ends all calls. Their cells stay queued. */
  stop(): void
  /** Resolves when no call runs any more. Never rejects. */
  readonly ended: Promise<RunEnd>
  /** US dollars that its calls may have cost so far, those without a result included, and what was spent before. */
  readonly spent: number
}

/** Failures are repeated this often; refusals because of too many requests as often as `patience`. */
const retries = 2
const patience = 6
/** A reply that sends nothing for so long, in milliseconds, counts as lost. */
const silenceLimit = 300_000
const firstPause = 1_000
const longestPause = 60_000

/** Why a run with a spend limit can't start, and what to do; undefined if it can. */
export function limitProblem(cells: Iterable<Cell>, priced: RunHost['pricedModel']): string | undefined {
  const seen = new Set<string>()
  for (const { variant, body } of cells) {
    if (seen.has(variant.id)) continue
    seen.add(variant.id)
    if (greatestCost(body, priced(variant)) === undefined)
      return `Set Max tokens of ${variantName(variant)}: without it, a reply could cost more than the spend limit.`
  }
  return undefined
}

/** Makes the calls of these cells, in their order on each connection. */
export function startRun(cells: readonly Cell[], { concurrency, spendLimit, spent }: RunSettings, host: RunHost): Run {
  const stopped = new AbortController()
  const budget = createBudget(spendLimit, spent)
  let end: RunEnd = { reason: 'finished' }
  let gate: { opened: Promise<void>; open: () => void } | undefined

  const endWith = (early: RunEnd) => {
    // Only the first reason counts: the others follow from it.
    if (!stopped.signal.aborted) end = early
    stopped.abort()
    gate?.open()
  }
  const work = async (queue: Cell[], line: Line) => {
    for (;;) {
      await gate?.opened
      const cell = stopped.signal.aborted ? undefined : queue.shift()
      if (!cell) return
      const outcome = await runCell(cell, { line, budget, host, signal: stopped.signal })
      if (outcome === 'dropped' || outcome === 'limit') {
        host.onDropped?.(cell)
        if (outcome === 'limit') endWith({ reason: 'limit', message: limitMessage(spendLimit) })
        return
      }
      try {
        await host.save(cell, outcome)
      } catch (error) {
        host.onDropped?.(cell)
        const message = error instanceof Error ? error.message : 'A result couldn’t be saved.'
        endWith({ reason: 'storage', message })
        return
      }
    }
  }
  const workers = [...queuesOf(cells)].flatMap((queue) => {
    const line: Line = { resumesAt: 0 }
    return Array.from({ length: Math.min(concurrency, queue.length) }, () => work(queue, line))
  })
  return {
    pause() {
      if (gate) return
      let open = () => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      gate = { opened, open }
    },
    resume() {
      gate?.open()
      gate = undefined
    },
    stop: () => endWith({ reason: 'stopped' }),
    ended: Promise.all(workers).then(() => end),
    get spent() {
      return budget.spent
    },
  }
}

function limitMessage(limit = 0): string {
  return `The next call could pass the spend limit of $${limit}. Raise the limit, then resume.`
}

/** One queue for each connection, as each has its own limits. */
function queuesOf(cells: readonly Cell[]): Iterable<Cell[]> {
  const queues = new Map<string | null, Cell[]>()
  for (const cell of cells) {
    const queue = queues.get(cell.variant.connection)
    if (queue) queue.push(cell)
    else queues.set(cell.variant.connection, [cell])
  }
  return queues.values()
}

/** What the calls of one connection share. */
interface Line {
  /** No call starts before, in milliseconds since the epoch. */
  resumesAt: number
}

interface Surroundings {
  line: Line
  budget: Budget
  host: RunHost
  signal: AbortSignal
}

/** All rounds of a cell. `dropped` if the run ended first, `limit` if a call doesn't fit into the budget. */
async function runCell(cell: Cell, around: Surroundings): Promise<CellResult | 'dropped' | 'limit'> {
  const { host, signal } = around
  const priced = host.pricedModel(cell.variant)
  const rounds = createCellRounds(cell.body, cell.mocks, priced)
  let attempts = 0
  let failedCost = 0
  host.onText?.(cell, '')
  for (let body: ChatBody | undefined = cell.body; body;) {
    const outcome = await callPatiently(cell, body, priced, around)
    if (outcome === 'limit' || signal.aborted || outcome === 'dropped') return outcome === 'limit' ? 'limit' : 'dropped'
    attempts += outcome.attempts
    failedCost += outcome.lost
    if (outcome.state === 'failed') {
      const { message, code } = outcome.failure
      const cost = (rounds.reply.cost ?? 0) + failedCost
      return { key: cell.key, date: host.now(), attempts, state: 'failed', message, code, ...(cost > 0 && { cost }) }
    }
    body = rounds.add(outcome.round, outcome.usage)
  }
  const { reply } = rounds
  return { key: cell.key, date: host.now(), attempts, state: 'done', reply }
}

type PatientOutcome = CallOutcome & {
  /** Requests that were sent. */
  attempts: number
  /** What those that failed may have cost. */
  lost: number
}

/** Makes a call and repeats it after failures that may pass. */
async function callPatiently(
  cell: Cell,
  body: ChatBody,
  priced: PricedModel | undefined,
  { line, budget, host, signal }: Surroundings,
): Promise<PatientOutcome | 'dropped' | 'limit'> {
  let attempts = 0
  let failures = 0
  let refusals = 0
  let lost = 0
  const greatest = greatestCost(body, priced) ?? Number.POSITIVE_INFINITY
  const reserved = Number.isFinite(greatest) ? greatest : 0
  for (;;) {
    while (line.resumesAt > host.now() && !signal.aborted) await host.wait(line.resumesAt - host.now(), signal)
    for (let place = budget.reserve(reserved); place !== 'reserved'; place = budget.reserve(reserved)) {
      if (place === 'refused') return 'limit'
      await budget.settled()
      if (signal.aborted) return 'dropped'
    }
    if (signal.aborted) {
      budget.settle(reserved, 0)
      return 'dropped'
    }
    attempts += 1
    const outcome = await callOnce(cell, body, host, signal)
    if (outcome.state === 'done') {
      const cost = outcome.usage && costOfUsage(outcome.usage, priced)
      budget.settle(reserved, cost ?? reserved)
      return { ...outcome, attempts, lost }
    }
    // Without a count, a reply that had begun may have cost everything.
    const cost = outcome.hasContent || signal.aborted ? reserved : 0
    budget.settle(reserved, cost)
    if (signal.aborted) return 'dropped'
    lost += cost
    const { failure } = outcome
    const isRefusal = failure.status === 429
    if (isRefusal) refusals += 1
    else failures += 1
    if (!mayPass(failure) || failures > retries || refusals > patience) return { ...outcome, attempts, lost }
    const pause = pauseAfter(failure, failures + refusals, host)
    // Too many requests concern all calls of the connection.
    if (isRefusal) line.resumesAt = Math.max(line.resumesAt, host.now() + pause)
    else await host.wait(pause, signal)
  }
}

/** Whether the same request may succeed later. */
function mayPass({ status, code }: CallFailure): boolean {
  if (status !== undefined) return status === 408 || status === 429 || status >= 500
  return !permanentCodes.has(code)
}

/** Failures without a status that repeating doesn't change. */
const permanentCodes = new Set(['unknown_connection', 'mixed_content', 'attachment_missing'])

/** In milliseconds: what the service asks for, or twice as long each time, and a little more so that calls spread. */
function pauseAfter({ retryAt }: CallFailure, times: number, host: RunHost): number {
  const asked = retryAt === undefined ? undefined : retryAt - host.now()
  const own = Math.min(firstPause * 2 ** (times - 1), longestPause)
  return asked !== undefined && asked > 0 ? asked : own * (1 + host.random() / 4)
}

async function callOnce(cell: Cell, body: ChatBody, host: RunHost, signal: AbortSignal): Promise<CallOutcome> {
  const call = new AbortController()
  const both = AbortSignal.any([signal, call.signal])
  let lastEventAt = host.now()
  let isSilent = false
  const watch = async () => {
    while (!both.aborted) {
      const left = lastEventAt + silenceLimit - host.now()
      if (left <= 0) {
        isSilent = true
        call.abort()
      } else await host.wait(left, both)
    }
  }
  async function* noted(): AsyncGenerator<readonly ChatEvent[], void> {
    for await (const batch of host.stream(cell.variant.connection, body, both)) {
      lastEventAt = host.now()
      yield batch
    }
  }
  const watching = watch()
  const outcome = await readRound(
    noted(),
    () => host.now(),
    (text) => host.onText?.(cell, text),
  )
  call.abort()
  await watching
  return isSilent && outcome.state === 'failed' ? { ...outcome, failure: silentFailure } : outcome
}

const silentFailure: CallFailure = {
  message: 'The service sent nothing for 5 minutes. Check the service, then run the cell again.',
  code: 'silent',
}
