import type { ChatEvent } from '#contract/chat-event.ts'
import type { FinishReason } from '#contract/chat.ts'
import { type ErrorCode, errorOf } from '#contract/errors.ts'
import type { LocalRequest } from '#service/engines/gguf/local-request.ts'
import { SchemaError, jsonGrammar } from './json-grammar.ts'
import type { LlamaSequence, Token } from './llama-library.ts'
import type { LoadedModel } from './load-model.ts'
import { nextTokens } from './next-token.ts'
import { TemplateError, tokensOfPrompt } from './prompt.ts'
import { ReplyReader } from './reply-reader.ts'
import { TokenText, logprobsEntry } from './token-text.ts'
import { forcedCallGrammar } from './tool-format.ts'

interface GenerateOptions {
  request: LocalRequest
  replyId: string
  /** Takes the sequence that has read most of these tokens. */
  takeSequence: (tokens: Token[]) => LlamaSequence
  isCancelled: () => boolean
  send: (events: readonly ChatEvent[]) => void
}

/** Writes one reply, and returns the number of its tokens. Refusals and failures are `failed` events; never rejects. */
export async function generate(loaded: LoadedModel, options: GenerateOptions): Promise<number> {
  const { request, send } = options
  try {
    const prompt = loaded.writePrompt(request)
    const tokens = tokensOfPrompt(loaded.model, prompt)
    const room = loaded.contextLength - tokens.length
    if (room < 1) {
      send([
        failure(
          'context_length_exceeded',
          `The messages take ${tokens.length} tokens, but this model’s context is ${loaded.contextLength} tokens, including the reply. Send fewer or shorter messages.`,
          'messages',
        ),
      ])
      return 0
    }
    const sequence = options.takeSequence(tokens)
    const grammar = grammarOf(request, loaded)
    const startsThinking = /<think>\s*$/u.test(prompt)
    send([{ type: 'started' }])
    return await write(loaded, {
      ...options,
      sequence,
      tokens,
      grammar,
      startsThinking,
      most: Math.min(request.max_tokens ?? room, room),
    })
  } catch (reason) {
    send([explain(reason, request)])
    return 0
  }
}

function grammarOf(request: LocalRequest, { toolFormat }: LoadedModel): string | undefined {
  if (request.schema) return jsonGrammar(request.schema)
  return toolFormat && request.tools ? forcedCallGrammar(request, toolFormat) : undefined
}

function failure(code: ErrorCode, message: string, param: string | null = null): ChatEvent {
  return { type: 'failed', error: errorOf(code, message, param) }
}

function explain(reason: unknown, request: LocalRequest): ChatEvent {
  const message = reason instanceof Error ? reason.message : String(reason)
  if (reason instanceof SchemaError)
    return failure('invalid_value', message, request.schema ? 'response_format' : 'tools')
  if (reason instanceof TemplateError) {
    return failure(
      'invalid_value',
      `The model’s chat template rejected these messages: ${message.replace(/\.?$/u, '.')} Check their roles and order.`,
      'messages',
    )
  }
  return failure('upstream_error', `The model failed: ${message}. Try again, or choose another model.`)
}

interface WriteOptions extends GenerateOptions {
  sequence: LlamaSequence
  tokens: Token[]
  grammar: string | undefined
  startsThinking: boolean
  /** The longest reply, in tokens. */
  most: number
}

async function write(loaded: LoadedModel, options: WriteOptions): Promise<number> {
  const { request, replyId, sequence, tokens, most, isCancelled, send } = options
  const { model, toolFormat } = loaded
  const tools = request.tools ? toolFormat : undefined
  const text = new TokenText(model, tools !== undefined)
  const callId = replyId.replace(/^chatcmpl-/u, '')
  const reader = new ReplyReader({ stop: request.stop ?? [], tools, startsThinking: options.startsThinking, callId })

  const startedAt = performance.now()
  const cached = await readPrompt(sequence, tokens, request.seed === undefined, isCancelled)
  if (isCancelled()) return 0
  let firstAt = 0
  let count = 0
  let reason: FinishReason = 'length'
  const entries: object[] = []
  for await (const { token, weighed } of nextTokens(loaded, options)) {
    firstAt ||= performance.now()
    if (isCancelled()) return count
    count++
    if (model.isEogToken(token)) {
      reason = 'stop'
      break
    }
    if (weighed) entries.push(logprobsEntry(model, token, weighed, request.top_logprobs ?? 0))
    const piece = text.add(token)
    if (piece !== '') {
      const events = reader.add({ text: piece, ...withLogprobs(entries.splice(0)) })
      if (events.length > 0) send(events)
    }
    if (reader.isStopped) reason = 'stop'
    if (reader.isStopped || count === most) break
  }
  const rest = reader.isStopped ? '' : text.end()
  const last = [...(rest === '' ? [] : reader.add({ text: rest, ...withLogprobs(entries) })), ...reader.end()]
  const timings = timingsOf({ cached, read: tokens.length - cached, count, startedAt, firstAt })
  send([
    ...last,
    {
      type: 'usage',
      usage: { prompt_tokens: tokens.length, completion_tokens: count, total_tokens: tokens.length + count },
    },
    { type: 'finished', reasons: { 0: reader.hasCalls ? 'tool_calls' : reason }, extra: { chunk: { timings } } },
  ])
  return count
}

function withLogprobs(content: readonly object[]) {
  return content.length === 0 ? {} : { extra: { choice: { logprobs: { content: [...content], refusal: null } } } }
}

/** Under llama.cpp's names. Times are milliseconds. */
function timingsOf(measured: { cached: number; read: number; count: number; startedAt: number; firstAt: number }) {
  const { cached, read, count, startedAt, firstAt } = measured
  const promptMs = (firstAt || performance.now()) - startedAt
  const predictedMs = firstAt === 0 ? 0 : performance.now() - firstAt
  return {
    cache_n: cached,
    prompt_n: read,
    prompt_ms: promptMs,
    predicted_n: count,
    predicted_ms: predictedMs,
    predicted_per_second: predictedMs === 0 ? 0 : (count * 1000) / predictedMs,
  }
}

/** In tokens. Between two parts of a prompt, a chat can be cancelled. */
const firstPart = 32
const largestPart = 512
/** In milliseconds. Parts grow as long as they take less than this. */
const partMs = 60

/**
 * Reads all of a prompt but its last token. Keeps what the sequence has already read of it, and returns how much that is. A
 * request with a seed gets nothing of it, as rounding would differ from a prompt that is read whole.
 */
async function readPrompt(
  sequence: LlamaSequence,
  tokens: Token[],
  reuses: boolean,
  isCancelled: () => boolean,
): Promise<number> {
  let done = 0
  if (reuses) {
    done = Math.min(sequence.compareContextTokens(tokens).firstDifferentIndex, tokens.length - 1)
    if (done < sequence.nextTokenIndex)
      await sequence.eraseContextTokenRanges([{ start: done, end: sequence.nextTokenIndex }])
    // Some models can't forget a part, and have forgotten all.
    done = Math.min(done, sequence.nextTokenIndex)
  } else {
    await sequence.clearHistory()
  }
  const cached = done
  for (let part = firstPart; done < tokens.length - 1 && !isCancelled();) {
    const startedAt = performance.now()
    const end = Math.min(done + part, tokens.length - 1)
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(done, end))
    done = end
    if (reuses && performance.now() - startedAt < partMs) part = Math.min(2 * part, largestPart)
  }
  return cached
}
