import type { Usage } from '#contract/chat.ts'
import { isRecord } from '#contract/json.ts'
import type { Reply } from '#app/data/message.ts'
import type { Figure } from './figure.ts'

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
