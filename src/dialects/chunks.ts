import type { FinishReason, Usage } from '#contract/chat.ts'
import type { Extra, ToolPiece } from '#contract/chat-event.ts'
import { isRecord, isShallow, type JsonRecord } from '#contract/json.ts'
import { isTokenCount } from '#contract/rate-of.ts'

/** A tool call, or a piece of one, as the engine sends it. Some engines send no `index`. */
export interface ToolReading extends Omit<ToolPiece, 'type' | 'choice' | 'index'> {
  index?: number
}

/** One choice of a chunk or of a whole completion, independent of the engine's dialect. */
export interface ChoiceReading {
  index: number
  text: string
  reasoning: string
  tools: ToolReading[]
  finishReason: FinishReason | 'error' | undefined
  extra: Extra | undefined
}

/** Fields that we only pass on are dropped when they nest deeper than this. */
const maxDepth = 64

const knownChoiceFields = new Set(['index', 'delta', 'message', 'finish_reason'])
const knownDeltaFields = new Set(['role', 'content', 'reasoning', 'reasoning_content', 'tool_calls'])
const knownChunkFields = new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'error'])

/** Reads one entry of `choices`, streamed (`delta`) or whole (`message`). Anything unreadable is skipped, never thrown. */
export function readChoice(choice: JsonRecord, position: number): ChoiceReading {
  const delta = isRecord(choice['delta']) ? choice['delta'] : isRecord(choice['message']) ? choice['message'] : {}
  const content = readContent(delta['content'])
  return {
    index: readIndex(choice['index']) ?? position,
    text: content.text,
    reasoning: content.reasoning + readReasoning(delta),
    tools: readToolCalls(delta['tool_calls']),
    finishReason: readFinishReason(choice['finish_reason']),
    extra: extraOf(undefined, unknownFields(choice, knownChoiceFields), unknownFields(delta, knownDeltaFields)),
  }
}

/** Fields of a chunk or completion that the contract does not name, except those that nest too deeply. */
export function unknownChunkFields(chunk: JsonRecord): JsonRecord | undefined {
  return unknownFields(chunk, knownChunkFields)
}

/** Combines the unknown fields of the three levels; undefined when there are none. */
export function extraOf(chunk?: JsonRecord, choice?: JsonRecord, delta?: JsonRecord): Extra | undefined {
  if (!chunk && !choice && !delta) return undefined
  return { ...(chunk && { chunk }), ...(choice && { choice }), ...(delta && { delta }) }
}

/**
 * Token counts, if the engine sends both input and output; a missing total is their sum. Negative and absurd
 * counts (JSON can contain 1e999) are invalid: they would poison sums.
 */
function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = value
  if (!isTokenCount(input) || !isTokenCount(output) || !isShallow(value, maxDepth)) return undefined
  if (isWholeUsage(value)) return value
  return {
    ...value,
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: isTokenCount(total) ? total : input + output,
  }
}

/**
 * The usage of a chunk or completion, wherever it is: Groq's streams have it in `x_groq`. llama.cpp counts cached tokens
 * only in `timings`; here they are where all other engines have them.
 */
export function usageOfChunk(chunk: JsonRecord): Usage | undefined {
  const { usage: own, x_groq: group, timings } = chunk
  const usage = readUsage(own) ?? (isRecord(group) ? readUsage(group['usage']) : undefined)
  const cached = isRecord(timings) ? timings['cache_n'] : undefined
  if (!usage || !isTokenCount(cached) || isRecord(usage['prompt_tokens_details'])) return usage
  return { ...usage, prompt_tokens_details: { cached_tokens: Math.min(cached, usage.prompt_tokens) } }
}

function isWholeUsage(value: JsonRecord): value is JsonRecord & Usage {
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = value
  return isTokenCount(input) && isTokenCount(output) && isTokenCount(total)
}

/** `content` is a string, null, or a list of parts, whose type `thinking` is reasoning (Mistral). */
function readContent(content: unknown): { text: string; reasoning: string } {
  if (typeof content === 'string') return { text: content, reasoning: '' }
  if (!Array.isArray(content) || !isShallow(content, maxDepth)) return { text: '', reasoning: '' }
  let text = ''
  let reasoning = ''
  for (const part of content) {
    if (!isRecord(part)) continue
    if (part['type'] === 'thinking') {
      reasoning += typeof part['thinking'] === 'string' ? part['thinking'] : readContent(part['thinking']).text
    } else if (typeof part['text'] === 'string') {
      text += part['text']
    }
  }
  return { text, reasoning }
}

/** llama.cpp and DeepSeek send `reasoning_content`; Ollama, OpenRouter and newer vLLM `reasoning`; some send both. */
function readReasoning(delta: JsonRecord): string {
  const { reasoning_content: content, reasoning } = delta
  if (typeof content === 'string' && content !== '') return content
  return typeof reasoning === 'string' ? reasoning : ''
}

function readIndex(index: unknown): number | undefined {
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 ? index : undefined
}

function readToolCalls(calls: unknown): ToolReading[] {
  if (!Array.isArray(calls)) return []
  return calls.filter(isRecord).map((call) => {
    const tool: ToolReading = {}
    const index = readIndex(call['index'])
    const fn = isRecord(call['function']) ? call['function'] : {}
    if (index !== undefined) tool.index = index
    if (typeof call['id'] === 'string' && call['id'] !== '') tool.id = call['id']
    if (typeof fn['name'] === 'string' && fn['name'] !== '') tool.name = fn['name']
    if (typeof fn['arguments'] === 'string') tool.arguments = fn['arguments']
    else if (isRecord(fn['arguments']) && isShallow(fn['arguments'], maxDepth))
      tool.arguments = JSON.stringify(fn['arguments'])
    return tool
  })
}

const finishReasonOf: Record<string, FinishReason | 'error'> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
  error: 'error',
  max_tokens: 'length',
  model_length: 'length',
  function_call: 'tool_calls',
  tool_use: 'tool_calls',
}

/** Other reasons (`eos`, `end_turn`, …) are unknown to clients. All of them mean that the model finished: `stop`. */
function readFinishReason(reason: unknown): ChoiceReading['finishReason'] {
  if (typeof reason !== 'string' || reason === '') return undefined
  return Object.hasOwn(finishReasonOf, reason) ? finishReasonOf[reason] : 'stop'
}

function unknownFields(fields: JsonRecord, known: ReadonlySet<string>): JsonRecord | undefined {
  let unknown: JsonRecord | undefined
  for (const name in fields) {
    if (known.has(name) || name === '__proto__' || !isShallow(fields[name], maxDepth)) continue
    unknown ??= {}
    unknown[name] = fields[name]
  }
  return unknown
}

/**
 * Assigns each piece of a tool call to its call. Most engines send an index. Some send none and one whole call per chunk
 * (Gemini): then a name starts a new call, unless its id belongs to a call that has already started.
 */
export class ToolIndexes {
  /** For each choice, the ids of the calls named so far, at their indexes. */
  readonly #named = new Map<number, (string | undefined)[]>()

  /** The index of the call that a piece belongs to. `position` is the piece's place within its chunk. */
  indexOf(choice: number, tool: ToolReading, position: number): number {
    const ids = this.#named.get(choice) ?? []
    const index = tool.index ?? guessIndex(ids, tool, position)
    if (tool.name !== undefined) this.#named.set(choice, ids)
    // An index may be any number; a huge one would make a huge array.
    if (tool.name !== undefined && index <= ids.length) ids[index] = tool.id
    return index
  }
}

function guessIndex(ids: readonly (string | undefined)[], { id, name }: ToolReading, position: number): number {
  const known = id === undefined ? -1 : ids.indexOf(id)
  if (known >= 0) return known
  if (name !== undefined) return ids.length
  return position > 0 ? position : Math.max(0, ids.length - 1)
}
