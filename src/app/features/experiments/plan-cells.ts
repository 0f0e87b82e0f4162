import { type Cell, type CellWorld, cellsOfCase } from '#experiments/cells.ts'
import type { Definition } from '#experiments/definition.ts'
import type { CellResult } from '#experiments/results.ts'
import { type RepeatView, cellName } from './results/cell-board.ts'

/** The longest piece of work on the main thread, in milliseconds. */
const sliceMs = 12

/** Lets the page react to what came meanwhile. */
export function pauseForPage(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

/** Runs `work` for each item, with pauses so that typing and scrolling stay smooth. Ends early when `isStale` says so. */
export async function inSlices<T>(
  items: Iterable<T>,
  work: (item: T) => void | Promise<void>,
  isStale: () => boolean,
): Promise<boolean> {
  let sliceEnd = performance.now() + sliceMs
  for (const item of items) {
    const pending = work(item)
    if (pending) await pending
    if (performance.now() < sliceEnd) continue
    await pauseForPage()
    if (isStale()) return false
    sliceEnd = performance.now() + sliceMs
  }
  return !isStale()
}

export interface CellPlan {
  views: Map<string, readonly RepeatView[]>
  /** All cells, in the order in which they run. */
  cells: Cell[]
}

/** Finds the cells of an experiment and the results that they have. Undefined if it was overtaken by another change. */
export async function planCells(
  definition: Definition,
  world: CellWorld,
  resultOf: (key: string) => Pick<RepeatView, 'result' | 'isCached'>,
  isStale: () => boolean,
): Promise<CellPlan | undefined> {
  const plan: CellPlan = { views: new Map(), cells: [] }
  const isWhole = await inSlices(
    definition.cases,
    (testCase) => {
      for (const cell of cellsOfCase(definition, testCase, world)) {
        plan.cells.push(cell)
        const name = cellName(testCase.id, cell.variant.id)
        plan.views.set(name, [...(plan.views.get(name) ?? []), { cell, ...resultOf(cell.key) }])
      }
    },
    isStale,
  )
  return isWhole ? plan : undefined
}

/** What the calls that are left will take. */
export interface Estimate {
  calls: number
  cached: number
  /** Tokens in and out, estimated. */
  tokens: number
  /** In US dollars; undefined if the price of a model is unknown. */
  cost: number | undefined
  /** In milliseconds; undefined until a reply was measured. */
  duration: number | undefined
}

/** Without earlier replies, a reply is assumed to have so many tokens, or as many as it may have if those are fewer. */
const usualReply = 300
const charactersPerToken = 4

/** Estimates from the size of the requests and from the replies that there are. */
export function estimateOf(
  cells: readonly Cell[],
  resultOf: (key: string) => CellResult | undefined,
  rates: (cell: Cell) => { input: number; output: number } | undefined,
  concurrency: number,
): Estimate {
  const replies = new Map<string, { count: number; tokens: number; ms: number }>()
  const missing: Cell[] = []
  for (const cell of cells) {
    const result = resultOf(cell.key)
    if (result?.state !== 'done') missing.push(cell)
    else {
      const { tokensOut = 0, latencyMs } = result.reply
      const sum = replies.get(cell.variant.id) ?? { count: 0, tokens: 0, ms: 0 }
      replies.set(cell.variant.id, { count: sum.count + 1, tokens: sum.tokens + tokensOut, ms: sum.ms + latencyMs })
    }
  }
  const estimate: Estimate = {
    calls: missing.length,
    cached: cells.length - missing.length,
    tokens: 0,
    cost: 0,
    duration: 0,
  }
  const busy = new Map<string | null, number>()
  for (const cell of missing) {
    const { variant, body } = cell
    const known = replies.get(variant.id)
    const input = Math.ceil(JSON.stringify(body.messages).length / charactersPerToken)
    const most = typeof body['max_tokens'] === 'number' ? body['max_tokens'] : Number.POSITIVE_INFINITY
    const output = known ? known.tokens / known.count : Math.min(usualReply, most)
    estimate.tokens += input + output
    const rate = rates(cell)
    if (estimate.cost !== undefined) {
      estimate.cost = rate ? estimate.cost + (input * rate.input + output * rate.output) / 1_000_000 : undefined
    }
    if (known) busy.set(variant.connection, (busy.get(variant.connection) ?? 0) + known.ms / known.count)
    else estimate.duration = undefined
  }
  if (estimate.duration !== undefined) estimate.duration = Math.max(0, ...busy.values()) / concurrency
  return estimate
}
