import type { z } from 'zod'
import type { ChatMessage, ChatRequest } from '#contract/chat.ts'
import type { Model } from '#contract/model.ts'
import type { EngineCall } from '#service/engines/engine.ts'
import { refuse } from '#service/service-error.ts'

/** What a built-in model answers. */
export interface BuiltInReply {
  /** The reply in pieces, each made when asked for. No token may span two of them. */
  pieces: Iterable<string>
  /** A pace that the prompt itself asks for; it goes before every other. 0 is as fast as possible. */
  tokensPerSecond?: number
}

/** A small model that runs inside Parley. Counting, pacing, `max_tokens` and `stop` are the engine's work, not its own. */
export interface BuiltInModel {
  /** Complete: nothing of it is left to be guessed. */
  readonly model: Model
  /** How many times the usual pace it goes at where nobody sets one; 1 where absent. */
  readonly haste?: number
  /** Begins a reply. Throws a `ServiceError` when a field that it reads is not valid. */
  reply(call: EngineCall): BuiltInReply
}

/** The day Parley began, Saturday 21 November 2026, in Unix seconds. */
const created = 1795219200

/** What the built-in engine obeys for every model of its own. */
const alwaysObeyed = ['max_tokens', 'max_completion_tokens', 'stop']

/**
 * Describes one of our own models in full. `slug` is the part of the id after `parley/`; `obeys` names the request fields
 * that the model itself obeys.
 */
export function modelCard(slug: string, name: string, description: string, obeys: readonly string[] = []): Model {
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
    capabilities: ['streaming'],
    supported_parameters: [...alwaysObeyed, ...obeys],
  }
}

/** The text of a message: the string itself, or its text parts a line each; empty when it holds none. */
export function textOf(message: ChatMessage): string {
  const { content } = message
  if (typeof content === 'string') return content
  return (content ?? [])
    .flatMap((part) => (part.type === 'text' && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n')
}

/** The text of the last message the user wrote; undefined when none of the messages is the user's. */
export function lastUserText(messages: readonly ChatMessage[]): string | undefined {
  const message = messages.findLast(({ role }) => role === 'user')
  return message && textOf(message)
}

/**
 * Reads a request field that the contract does not name; null counts as absent. Throws a `ServiceError` (400,
 * `invalid_value`) with the schema's message when the field does not fit.
 */
export function readField<T>(request: ChatRequest, name: string, schema: z.ZodType<T>): T | undefined {
  const value = request[name]
  if (value === undefined || value === null) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refuse('invalid_value', result.error.issues[0]?.message ?? `${name} is not valid.`, { param: name })
}

/** A fenced code block that its content cannot break out of: the fence is longer than any run of backticks inside. */
export function fence(content: string, language: string): string {
  const longest = (content.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${content}\n${ticks}`
}

/** Gives numbers from 0 up to, but not including, 1. */
export type RandomNumbers = () => number

/**
 * Pseudo-random numbers that are the same for the same seed, on every machine: a Weyl sequence whose terms go through
 * the 32-bit finaliser of MurmurHash3 (Austin Appleby, public domain). Not for secrets.
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
