import type { Reply } from '#app/data/message.ts'
import { formatCount, formatDollars, formatSeconds, formatSize, unknownMark } from '#app/ui/format.ts'
import type { Model } from '#contract/model.ts'
import { costOfTokens, countsOf, thresholdOf } from '#contract/rate-of.ts'

/** A measured or reported number, or an estimate, which is shown with `≈`. */
export interface Figure {
  value: number
  estimated: boolean
}

/** A cost. `aboveInputTokens` is the threshold whose higher rates apply. */
export interface CostFigure extends Figure {
  aboveInputTokens?: number
}

/** The tokens of one reply; null if neither reported nor possible to estimate. */
export interface ReplyTokens {
  in: Figure | null
  /** Input tokens that the engine read from its cache. */
  cachedIn: number
  /** With those of the reasoning. */
  out: Figure | null
  reasoning: Figure | null
  /** Output tokens that arrived as text, between the first and the last delta. */
  streamed: Figure | null
}

/** Average characters per token in English text. */
const charactersPerToken = 4
/** Longer on average than any tokenizer's tokens: deltas this long hold several tokens each. */
const maxCharactersPerToken = 8

/** Token counts from the engine's `usage`. Without usage, estimates from what was sent and received. */
export function tokensOf(reply: Reply): ReplyTokens {
  const { usage, sentCharacters, deltas, reasoning } = reply
  const received = estimateReceived(reply)
  if (usage === null) {
    return {
      // No figure before the first delta: a refused request used no tokens.
      in: deltas > 0 && sentCharacters !== undefined ? estimate(sentCharacters / charactersPerToken) : null,
      cachedIn: 0,
      out: received,
      reasoning: null,
      streamed: received,
    }
  }
  const counts = countsOf(usage)
  // Engines that don't count report 0.
  const out = counts.output === 0 && received ? received : { value: counts.output, estimated: false }
  // Reasoning that was counted but not sent ended before the first delta, so it isn't part of the measured decoding
  // time.
  const hidden = reasoning === '' ? Math.min(counts.reasoning, out.value) : 0
  return {
    in: { value: counts.input, estimated: false },
    cachedIn: counts.cachedInput,
    out,
    reasoning: counts.reasoning > 0 ? { value: counts.reasoning, estimated: false } : null,
    streamed: { ...out, value: withoutEndToken(out.value - hidden, deltas) },
  }
}

/** llama.cpp counts the end token, which arrives in no delta. */
function withoutEndToken(counted: number, deltas: number): number {
  return counted - deltas === 1 ? deltas : counted
}

function estimateReceived({ deltas, text, reasoning, toolCalls = [], continuedFrom }: Reply): Figure | null {
  if (deltas === 0) return null
  const toolCharacters = toolCalls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0)
  const characters = text.length - continuedFrom + reasoning.length + toolCharacters
  return estimate(characters / deltas > maxCharactersPerToken ? characters / charactersPerToken : deltas)
}

function estimate(value: number): Figure {
  return { value: Math.ceil(value), estimated: true }
}

/**
 * The cost of a reply in US dollars. Null without prices or tokens, and if the price is only the maker's list price,
 * because this provider may charge something else. Cached input and reasoning without a price of their own cost the
 * same as plain input and output. Above a threshold of input tokens, every metric has its higher rate.
 */
function costOf(
  tokens: ReplyTokens,
  { usage }: Pick<Reply, 'usage'>,
  model: Pick<Model, 'pricing' | 'list_price'> | undefined,
): CostFigure | null {
  if (!model || model.list_price || !tokens.in || !tokens.out) return null
  const inputTokens = tokens.in.value
  const value = costOfTokens(model, {
    ...(usage && countsOf(usage)),
    input: inputTokens,
    cachedInput: tokens.cachedIn,
    output: tokens.out.value,
    reasoning: tokens.reasoning?.value ?? 0,
  })
  if (value === undefined) return null
  // A free model costs exactly 0, however many tokens are estimated.
  const estimated = value > 0 && (tokens.in.estimated || tokens.out.estimated)
  const threshold = thresholdOf(model, inputTokens)
  return { value, estimated, ...(threshold !== undefined && { aboveInputTokens: threshold }) }
}

/** The metrics of a reply; null if unknown. */
export interface ReplyFigures {
  /** Seconds from the request to the first delta. */
  firstToken: Figure | null
  /** Decoding speed: (output tokens − 1) ÷ (last delta − first delta), for tokens that arrived as text. */
  tokensPerSecond: Figure | null
  tokensIn: Figure | null
  /** With those of the reasoning. */
  tokensOut: Figure | null
  /** Reasoning tokens only, if the engine reports them. */
  reasoningTokens: Figure | null
  /** US dollars at the model's prices. */
  cost: CostFigure | null
}

/** The metrics of a reply. `model` provides the prices; undefined if the catalogue doesn't know it. */
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
    cost: costOf(tokens, reply, model),
  }
}

/** False for replies that came from a link or file with only their text. */
export function isMeasured({ firstToken, tokensIn, tokensOut }: ReplyFigures): boolean {
  return firstToken !== null || tokensIn !== null || tokensOut !== null
}

/** `≈` before an estimate, a dash if unknown. */
function formatFigure(figure: Figure | null, format: (value: number) => string): string {
  if (figure === null) return unknownMark
  return `${figure.estimated ? '≈ ' : ''}${format(figure.value)}`
}

/** Seconds with their unit: `0.31 s`. */
export const formatLatency = (figure: Figure | null) => formatFigure(figure, formatSeconds)
export const formatTokens = (figure: Figure | null) => formatFigure(figure, formatCount)
/** Tokens per second without the unit; with one decimal below 10. */
export const formatSpeed = (figure: Figure | null) =>
  formatFigure(figure, (rate) => formatCount(rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate)))
/** A cost, with the threshold of input tokens if its higher rates apply: `$0.76 (above 200K input)`. */
export const formatCost = (figure: CostFigure | null) => {
  const text = formatFigure(figure, (dollars) =>
    dollars === 0 ? 'Free' : formatDollars(Number(dollars.toPrecision(3))),
  )
  return figure?.aboveInputTokens === undefined ? text : `${text} (above ${formatSize(figure.aboveInputTokens)} input)`
}
