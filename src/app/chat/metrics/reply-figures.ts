import type { Reply } from '#app/data/message.ts'
import type { Usage } from '#contract/chat.ts'
import { isRecord } from '#contract/json.ts'
import type { Model } from '#contract/model.ts'
import { rateOf, thresholdOf } from '#contract/rate-of.ts'

/** A number measured or told, or an estimate, which is marked `≈` wherever it is shown. */
export interface Figure {
  value: number
  estimated: boolean
}

/** A cost, with the threshold of input tokens above which its higher rates apply. */
export interface CostFigure extends Figure {
  aboveInputTokens?: number
}

/** The tokens of one reply; null where neither told nor to be estimated. */
export interface ReplyTokens {
  in: Figure | null
  /** Of those in, what the engine had read before. */
  cachedIn: number
  /** With those of the reasoning. */
  out: Figure | null
  reasoning: Figure | null
  /** Of those out, what came as text and so took the time between the first and the last piece. */
  streamed: Figure | null
}

/** About how many characters a token has in English, where nothing better is known. */
const charactersPerToken = 4
/** No tokenizer comes to so many characters a token; pieces as long as this hold several tokens each. */
const longPiece = 8

/** Counts from the engine's `usage`; without one, estimates from what was sent and what arrived. */
export function tokensOf(reply: Reply): ReplyTokens {
  const { usage, sentCharacters, deltas, reasoning } = reply
  const arrived = arrivedTokens(reply)
  if (usage === null) {
    return {
      // Before anything came there is no figure yet, and a reply that was refused took nothing.
      in: deltas > 0 && sentCharacters !== undefined ? estimate(sentCharacters / charactersPerToken) : null,
      cachedIn: 0,
      out: arrived,
      reasoning: null,
      streamed: arrived,
    }
  }
  const thought = detail(usage, 'completion_tokens_details', 'reasoning_tokens')
  // Some engines count the reasoning beside the completion: only then do the three make the total.
  const beside = thought > 0 && usage.total_tokens === usage.prompt_tokens + usage.completion_tokens + thought
  const all = usage.completion_tokens + (beside ? thought : 0)
  // Engines that do not count say 0.
  const out = all === 0 && arrived ? arrived : { value: all, estimated: false }
  // Reasoning that was counted and not sent was over before the first piece, so the decoding seen did not make it.
  const hidden = reasoning === '' ? Math.min(thought, out.value) : 0
  return {
    in: { value: usage.prompt_tokens, estimated: false },
    cachedIn: Math.min(detail(usage, 'prompt_tokens_details', 'cached_tokens'), usage.prompt_tokens),
    out,
    reasoning: thought > 0 ? { value: thought, estimated: false } : null,
    streamed: { ...out, value: withoutEnd(out.value - hidden, deltas) },
  }
}

/** llama.cpp counts the token that ends a reply, which no piece carries and which takes no time between pieces. */
function withoutEnd(counted: number, deltas: number): number {
  return counted - deltas === 1 ? deltas : counted
}

function arrivedTokens({ deltas, text, reasoning, toolCalls = [], continuedFrom }: Reply): Figure | null {
  if (deltas === 0) return null
  const called = toolCalls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0)
  const characters = text.length - continuedFrom + reasoning.length + called
  return estimate(characters / deltas > longPiece ? characters / charactersPerToken : deltas)
}

function estimate(value: number): Figure {
  return { value: Math.ceil(value), estimated: true }
}

/** A count that some engines tell inside `usage`; 0 where they do not. */
function detail(usage: Usage, group: string, name: string): number {
  const details = usage[group]
  const count = isRecord(details) ? details[name] : undefined
  return typeof count === 'number' && count > 0 ? count : 0
}

const perRate = 1_000_000

/**
 * What a reply cost in US dollars; null without prices or without tokens, and where the price is only the maker's list
 * price, as the provider here may charge something else. Cached input and reasoning cost what plain input and output cost
 * where they have no price of their own. Above a threshold of input tokens every metric has its higher rate.
 */
function costOf(tokens: ReplyTokens, model: Pick<Model, 'pricing' | 'list_price'> | undefined): CostFigure | null {
  if (!model || model.list_price || !tokens.in || !tokens.out) return null
  const inputTokens = tokens.in.value
  const input = rateOf(model, 'input_tokens', inputTokens)
  const output = rateOf(model, 'output_tokens', inputTokens)
  if (input === undefined || output === undefined) return null
  const cached = rateOf(model, 'cached_input_tokens', inputTokens) ?? input
  const reasoning = rateOf(model, 'reasoning_tokens', inputTokens) ?? output
  const thought = tokens.reasoning?.value ?? 0
  const value =
    ((inputTokens - tokens.cachedIn) * input +
      tokens.cachedIn * cached +
      (tokens.out.value - thought) * output +
      thought * reasoning) /
    perRate
  // Nothing times any count is nothing, and that is no estimate.
  const estimated = value > 0 && (tokens.in.estimated || tokens.out.estimated)
  const threshold = thresholdOf(model, inputTokens)
  return { value, estimated, ...(threshold !== undefined && { aboveInputTokens: threshold }) }
}

/** What a reply took; null where it is not known. */
export interface ReplyFigures {
  /** Seconds from sending to the first piece. */
  firstToken: Figure | null
  /** Over the decoding alone: (tokens out − 1) ÷ (last delta − first delta), of the tokens that came as text. */
  tokensPerSecond: Figure | null
  tokensIn: Figure | null
  /** With those of the reasoning. */
  tokensOut: Figure | null
  /** Those of the reasoning alone, where the engine tells. */
  reasoningTokens: Figure | null
  /** US dollars, at the model's prices. */
  cost: CostFigure | null
}

/** Measures a reply. `model` gives the prices; undefined where the catalogue does not know it. */
export function figuresOf(reply: Reply, model: Pick<Model, 'pricing' | 'list_price'> | undefined): ReplyFigures {
  const { firstDeltaAt, lastDeltaAt, sentAt } = reply
  const tokens = tokensOf(reply)
  const decoding = firstDeltaAt === null || lastDeltaAt === null ? 0 : (lastDeltaAt - firstDeltaAt) / 1000
  const { streamed } = tokens
  return {
    firstToken: firstDeltaAt === null ? null : { value: (firstDeltaAt - sentAt) / 1000, estimated: false },
    tokensPerSecond:
      streamed && streamed.value > 1 && decoding > 0 ? { ...streamed, value: (streamed.value - 1) / decoding } : null,
    tokensIn: tokens.in,
    tokensOut: tokens.out,
    reasoningTokens: tokens.reasoning,
    cost: costOf(tokens, model),
  }
}

/** True of a reply that was measured at all; one that came in a link or a file, with nothing but its text, was not. */
export function isMeasured({ firstToken, tokensIn, tokensOut }: ReplyFigures): boolean {
  return firstToken !== null || tokensIn !== null || tokensOut !== null
}
