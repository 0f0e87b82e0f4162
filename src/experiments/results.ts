import { z } from 'zod'
import { finishReason } from '#contract/chat.ts'

const toolCall = z.object({
  name: z.string(),
  /** JSON text of the model. */
  arguments: z.string(),
  /** What its mock returned; absent if the tool has none. */
  result: z.string().optional(),
})
export type CellToolCall = z.infer<typeof toolCall>

/** What a model answered in one cell, over all rounds of tool calls. Times are in milliseconds, costs in US dollars. */
const cellReply = z.object({
  /** The text of the last round. */
  text: z.string(),
  reasoning: z.string().default(''),
  /** The calls of all rounds. */
  toolCalls: z.array(toolCall).default([]),
  finish: finishReason.optional(),
  /** From sending to the first text, reasoning or tool call; absent if there was none. */
  firstTokenMs: z.number().optional(),
  /** From sending to the end, added over the rounds. */
  latencyMs: z.number(),
  rounds: z.number(),
  /** As counted by the engine, added over the rounds; absent if it counted none. */
  tokensIn: z.number().optional(),
  tokensOut: z.number().optional(),
  /** Those of `tokensOut` that are reasoning, as far as the engine counts them. */
  reasoningTokens: z.number().optional(),
  /** At the price of that day; absent if the price or the tokens are unknown. */
  cost: z.number().optional(),
  /** What the engine calls its own version. */
  fingerprint: z.string().optional(),
})
export type CellReply = z.infer<typeof cellReply>

const resultBase = {
  /** Hash of the endpoint, the exact request and the repeat; see `cellKey`. */
  key: z.string(),
  /** When the reply ended, in milliseconds since the epoch. */
  date: z.number(),
  /** How many requests it took: 1, and up to 2 more after failures. */
  attempts: z.number(),
}

/** The stored outcome of one repeat of one cell. It never changes; only running the cell again replaces it. */
const cellResult = z.discriminatedUnion('state', [
  z.object({ ...resultBase, state: z.literal('done'), reply: cellReply }),
  z.object({
    ...resultBase,
    state: z.literal('failed'),
    /** What went wrong and what to do, in a sentence. */
    message: z.string(),
    code: z.string(),
    /** What the failed requests may have cost at most, in US dollars. */
    cost: z.number().optional(),
  }),
])
export type CellResult = z.infer<typeof cellResult>

/** Reads a stored or imported result; undefined if it is invalid. */
export function readResult(value: unknown): CellResult | undefined {
  return cellResult.safeParse(value).data
}

/** What a result cost, in US dollars; undefined if unknown. */
export function costOfResult(result: CellResult): number | undefined {
  return result.state === 'done' ? result.reply.cost : result.cost
}

/** What the results since a time in milliseconds since the epoch cost, in US dollars; unknown costs count nothing. */
export function costSince(results: Iterable<CellResult>, since: number): number {
  let sum = 0
  for (const each of results) if (each.date >= since) sum += costOfResult(each) ?? 0
  return sum
}
