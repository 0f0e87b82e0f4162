import { z } from 'zod'
import type { ChatEvent, ToolPiece } from '#contract/chat-event.ts'
import type { ChatMessage, ChatRequest, FinishReason } from '#contract/chat.ts'
import { foldCompletion } from '#dialects/completion.ts'
import type { EngineCall, Engine } from '#service/engines/engine.ts'
import type { Clock } from '#service/service-context.ts'
import { refusalOf, refuse } from '#service/service-error.ts'
import { babble } from './babble/babble.ts'
import {
  type DemoModel,
  type DemoReply,
  type WeighedToken,
  lastUserText,
  modelCard,
  readField,
  readLongestReply,
  textOf,
} from './demo-model.ts'
import { eliza } from './eliza/eliza.ts'
import { inspect } from './inspect/inspect.ts'
import { jsonWriter } from './json-writer.ts'
import { countTokens, cutAtStop, readStopSequences, tokensOf } from './tokens.ts'
import { toolCaller } from './tool-caller.ts'
import { typist } from './typist/typist.ts'

/** Repeats the last user message. */
const echo: DemoModel = {
  model: modelCard(
    'echo',
    'Echo',
    'A demo model inside Parley that repeats your last message, token by token. Send it Markdown to see how a reply looks while it streams.',
  ),
  reply: ({ request }) => ({
    pieces: [lastUserText(request.messages) ?? 'None of the messages is the user’s, so there is nothing to echo.'],
  }),
}

/** The built-in models, in display order. */
const demoModels: readonly DemoModel[] = [eliza, babble, echo, inspect, typist, toolCaller, jsonWriter]

const modelOf = new Map(demoModels.map((demo) => [demo.model.id, demo]))

/**
 * The engine of Parley's built-in models. It needs only a clock, so it runs wherever the service does.
 * `tokensPerSecond` is the default pace if neither the request nor the prompt sets one; 0 is as fast as possible.
 */
export function createDemoEngine({ clock, tokensPerSecond = 45 }: { clock: Clock; tokensPerSecond?: number }): Engine {
  const cards = demoModels.map(({ model }) => model)

  function prepare(call: EngineCall): PreparedReply {
    const { request } = call
    const demo = modelOf.get(request.model)
    if (!demo) {
      const known = cards.map(({ id }) => id).join(', ')
      throw refuse('model_not_found', `There is no built-in model ${request.model}. Use one of ${known}.`, {
        param: 'model',
      })
    }
    const ownPace = readPace(request)
    const stop = readStopSequences(request)
    const { context_length: context } = demo.model
    const promptTokens = countPrompt(request.messages, context)
    const room = context - promptTokens
    if (room < 1) {
      throw refuse(
        'context_length_exceeded',
        `The messages fill the context of ${request.model}, which has ${context} tokens with its reply. Send fewer or shorter messages.`,
        { param: 'messages' },
      )
    }
    const reply = demo.reply(call)
    return {
      tokens: limited(piecesOf(reply, stop, call.identity.id), Math.min(readLongestReply(request) ?? Infinity, room)),
      promptTokens,
      tokensPerSecond: reply.tokensPerSecond ?? ownPace ?? tokensPerSecond * (demo.paceFactor ?? 1),
    }
  }

  return {
    name: 'built-in',
    models: async () => cards,
    stream: async (call) => sendPaced(prepare(call), clock, call.signal),
    async complete(call) {
      const unpaced = { ...prepare(call), tokensPerSecond: 0 }
      const result = await foldCompletion(sendPaced(unpaced, clock, call.signal), call.identity)
      if ('completion' in result) return result.completion
      throw refusalOf(result.error)
    },
  }
}

/** The tokens of all messages. Stops counting above `most`, as a long text takes long. */
function countPrompt(messages: readonly ChatMessage[], most: number): number {
  let total = 0
  for (const message of messages) {
    if (total > most) break
    total += countTokens(textOf(message), most - total)
  }
  return total
}

/** One token of a reply, as it is sent. */
type Token = Extract<ChatEvent, { type: 'text' }> | ToolPiece

/** The tokens of a reply. Returns the reason for which it ends by itself. */
function* piecesOf(reply: DemoReply, stop: readonly string[], id: string): Generator<Token, FinishReason> {
  yield* cutAtStop(textTokens(reply.pieces), stop)
  const { calls = [] } = reply
  for (const [index, { name, arguments: json }] of calls.entries()) {
    yield { type: 'tool', choice: 0, index, id: `call_${id.replace(/^chatcmpl-/, '')}_${index}`, name, arguments: '' }
    for (const token of tokensOf(json)) yield { type: 'tool', choice: 0, index, arguments: token }
  }
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

function* textTokens(pieces: Iterable<string | WeighedToken>): Generator<Extract<Token, { type: 'text' }>, void> {
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      for (const text of tokensOf(piece)) yield { type: 'text', choice: 0, text }
    } else {
      const { text, logprobs } = piece
      yield {
        type: 'text',
        choice: 0,
        text,
        ...(logprobs && { extra: { choice: { logprobs: { content: [logprobs], refusal: null } } } }),
      }
    }
  }
}

/** Yields at most `limit` tokens. A reply of exactly `limit` tokens isn't cut. */
function* limited(tokens: Generator<Token, FinishReason>, limit: number): Generator<Token, FinishReason> {
  for (let count = 0; ; count++) {
    const next = tokens.next()
    if (next.done === true) return next.value
    if (count === limit) return 'length'
    yield next.value
  }
}

const rule = 'tokens_per_second must be a finite number of at least 0; 0 is as fast as possible.'
const schema = z.number(rule).min(0, rule)

/** The maximum delay of a token, as a fraction of the interval. Must be below 1, or tokens would change order. */
const jitter = 0.6
const goldenRatio = (Math.sqrt(5) - 1) / 2

/** The request's `tokens_per_second`; undefined if not set. */
function readPace(request: ChatRequest): number | undefined {
  return readField(request, 'tokens_per_second', schema)
}

/**
 * When a token is due, in milliseconds after the first one. Multiples of the golden ratio spread the variation evenly,
 * so that it looks natural, is deterministic, and never accumulates. At a pace of 0 every token is due at once.
 */
export function dueTime(position: number, tokensPerSecond: number): number {
  if (tokensPerSecond === 0) return 0
  const variation = jitter * ((position * goldenRatio) % 1)
  return ((position + variation) * 1000) / tokensPerSecond
}

/** A reply that is ready to be generated. */
export interface PreparedReply {
  /** Generates tokens lazily, and returns the finish reason. */
  tokens: Generator<Token, FinishReason>
  promptTokens: number
  /** 0 is as fast as possible. */
  tokensPerSecond: number
}

/** In milliseconds. Browsers clamp timers to 4 ms, so tokens due within that time are sent together. */
const shortestWait = 4
/** In milliseconds. Timers overflow at 31 bits, so a longer wait is split. */
const longestWait = 60_000
/** In tokens. Then other work on the event loop gets a turn. */
const largestBatch = 512

/**
 * Sends a reply at its pace: `started`, one `text` or `tool` event per token, `usage`, `finished`. Each batch contains all tokens
 * due by then, which compensates for late timers. If the signal aborts, the stream ends without `finished`.
 */
async function* sendPaced(
  reply: PreparedReply,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<readonly ChatEvent[]> {
  const { tokens, tokensPerSecond } = reply
  if (signal.aborted) return
  yield [{ type: 'started' }]
  const elapsed = startStopwatch(clock)
  let sent = 0
  let next = tokens.next()
  while (!next.done) {
    const now = elapsed()
    const batch: ChatEvent[] = []
    while (!next.done && batch.length < largestBatch && dueTime(sent, tokensPerSecond) <= now) {
      batch.push(next.value)
      sent++
      next = tokens.next()
    }
    if (signal.aborted) return
    if (batch.length > 0) yield batch
    if (next.done) break
    const wait = Math.ceil(dueTime(sent, tokensPerSecond) - elapsed())
    await clock.sleep(tokensPerSecond === 0 ? 0 : Math.min(Math.max(wait, shortestWait), longestWait), signal)
    if (signal.aborted) return
  }
  if (signal.aborted) return
  yield [
    { type: 'usage', usage: usageOf(reply.promptTokens, sent) },
    { type: 'finished', reasons: { 0: next.value } },
  ]
}

/** Milliseconds since the start. Tolerates a clock that is set back, which would otherwise stall the reply. */
function startStopwatch(clock: Clock): () => number {
  let total = 0
  let latest = clock.now()
  return () => {
    const now = clock.now()
    total += Math.max(0, now - latest)
    latest = now
    return total
  }
}

function usageOf(prompt: number, completion: number) {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}
