import { z } from 'zod'
import type { ChatMessage, ChatRequest } from '#contract/chat.ts'
import type { Model } from '#contract/model.ts'
import type { EngineCall } from '#service/engines/engine.ts'
import { refuse } from '#service/service-error.ts'

/** A token of the model's own, with the probability that it had. */
export interface WeighedToken {
  text: string
  /** Absent unless the request asks for it. */
  logprobs?: TokenLogprobs
}

/** How likely a token was, under wire names. `logprob` is the natural logarithm. */
export interface TokenLogprobs extends Alternative {
  top_logprobs: readonly Alternative[]
}

interface Alternative {
  token: string
  logprob: number
  /** The UTF-8 bytes of the token. */
  bytes: readonly number[]
}

/** A call of one of the request's tools. `arguments` is JSON text. */
export interface DemoToolCall {
  name: string
  arguments: string
}

/** The reply of a built-in model. */
export interface DemoReply {
  /** The reply's text in pieces, generated lazily, or as tokens of the model's own. No token may span two pieces. */
  pieces: Iterable<string | WeighedToken>
  /** The tool calls after the text. */
  calls?: readonly DemoToolCall[]
  /** The pace that the prompt asks for, with the highest precedence. 0 is as fast as possible. */
  tokensPerSecond?: number
}

/** A small model that runs inside Parley. The engine handles token counts, pace, `max_tokens` and `stop`. */
export interface DemoModel {
  /** The published details, all of them filled in. */
  readonly model: Model
  /** Multiplies the default pace; 1 if absent. */
  readonly paceFactor?: number
  /** Starts a reply. Throws a `ServiceError` if a field that it reads is invalid. */
  reply(call: EngineCall): DemoReply
}

/** 21 November 2026, when Parley began, in Unix seconds. */
const created = 1795219200

/** Supported by the engine for every built-in model. */
const alwaysObeyed = ['max_tokens', 'max_completion_tokens', 'stop']

/**
 * The published details of a built-in model. `slug` is the part of the id after `parley/`; `obeys` lists the request
 * fields that the model itself supports, and the last argument what it can do besides streaming.
 */
export function modelCard(
  slug: string,
  name: string,
  description: string,
  obeys: readonly string[] = [],
  { capabilities = [], input_modalities: inputs }: Pick<Model, 'capabilities' | 'input_modalities'> = {},
): Model {
  return {
    id: `parley/${slug}`,
    object: 'model',
    author: 'parley',
    slug,
    name,
    description,
    created,
    owned_by: 'Parley',
    status: 'active',
    visibility: 'public',
    pricing: [
      { metric: 'input_tokens', rate: 0 },
      { metric: 'output_tokens', rate: 0 },
    ],
    context_length: 262_144,
    context_length_known: true,
    model_type: 'text_generation',
    capabilities: ['streaming', ...capabilities],
    supported_parameters: [...alwaysObeyed, ...obeys],
    ...(inputs && { input_modalities: inputs }),
  }
}

/** The text of a message: the string itself, or its text parts, one per line. Empty if there is none. */
export function textOf(message: ChatMessage): string {
  const { content } = message
  if (typeof content === 'string') return content
  return (content ?? [])
    .flatMap((part) => (part.type === 'text' && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n')
}

/** The text of the last user message; undefined if there is none. */
export function lastUserText(messages: readonly ChatMessage[]): string | undefined {
  const message = messages.findLast(({ role }) => role === 'user')
  return message && textOf(message)
}

/**
 * Reads a request field that isn't in the contract; null counts as absent. Throws a `ServiceError` (400,
 * `invalid_value`) with the schema's message if the field is invalid.
 */
export function readField<T>(request: ChatRequest, name: string, schema: z.ZodType<T>): T | undefined {
  const value = request[name]
  if (value === undefined || value === null) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refuse('invalid_value', result.error.issues[0]?.message ?? `${name} is not valid.`, { param: name })
}

const seedSchema = z.number('seed must be a number.')

/** The request's `seed`; undefined if not set. */
export function readSeed(request: ChatRequest): number | undefined {
  return readField(request, 'seed', seedSchema)
}

const lengthRule = 'max_completion_tokens must be a whole number of at least 1.'
const lengthSchema = z.int(lengthRule).min(1, lengthRule)

/**
 * The maximum reply length in tokens; undefined if not set. Seed 4.1 calls it `max_tokens`, newer clients
 * `max_completion_tokens`. If both are sent, the lower one applies. Other engines receive both fields unchanged.
 */
export function readLongestReply(request: ChatRequest): number | undefined {
  const newer = readField(request, 'max_completion_tokens', lengthSchema)
  const limit = Math.min(request.max_tokens ?? Infinity, newer ?? Infinity)
  return limit === Infinity ? undefined : limit
}

/** A fenced code block. The fence is longer than any run of backticks inside, so that the content can't close it. */
export function fence(content: string, language: string): string {
  const longest = (content.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${content}\n${ticks}`
}

/** Returns numbers from 0 up to, but not including, 1. */
export type RandomNumbers = () => number

/**
 * Pseudo-random numbers, the same for the same seed on every machine: a Weyl sequence passed through the 32-bit
 * finalizer of MurmurHash3 (Austin Appleby, public domain). Not cryptographic.
 */
export function createSeededRandom(seed: string): RandomNumbers {
  let state = 0
  for (const character of seed) state = mix(state ^ (character.codePointAt(0) ?? 0))
  return () => {
    state = (state + 0x9e3779b9) | 0
    return (mix(state) >>> 0) / 2 ** 32
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
