import type { ChatEvent } from '#contract/chat-event.ts'
import type { FinishReason, Usage } from '#contract/chat.ts'
import { isRecord } from '#contract/json.ts'
import type { Model } from '#contract/model.ts'
import { costOfTokens, countsOf } from '#contract/rate-of.ts'
import { mockResultOf } from '#dialects/mock-result.ts'
import type { ChatBody } from './cells.ts'
import type { PromptMessage } from './definition.ts'
import type { CellReply, CellToolCall } from './results.ts'

/** What a price consists of, and how long a reply can be at most. */
export type PricedModel = Pick<Model, 'pricing' | 'list_price' | 'max_output_tokens'>

/** How a request ended. */
export type CallOutcome =
  | { state: 'done'; round: Round; usage: Usage | undefined }
  | { state: 'failed'; failure: CallFailure; hasContent: boolean }

export interface CallFailure {
  /** What went wrong and what to do, in a sentence. */
  message: string
  code: string
  /** The HTTP status of a refused request. */
  status?: number
  /** The earliest time of the next request, in milliseconds since the epoch. */
  retryAt?: number
}

/** One reply: its text, or the calls of tools that it asks for. Times are in milliseconds. */
interface Round {
  text: string
  reasoning: string
  toolCalls: { id: string; name: string; arguments: string }[]
  finish: FinishReason | undefined
  firstTokenMs: number | undefined
  latencyMs: number
  fingerprint: string | undefined
}

/** More rounds of tool calls than this end the cell. */
const maxToolRounds = 8

/** Reads the events of one request until it ends. `onText` gets the text so far. Never rejects. */
export async function readRound(
  events: AsyncIterable<readonly ChatEvent[]>,
  now: () => number,
  onText: (text: string) => void,
): Promise<CallOutcome> {
  const sentAt = now()
  const round: Round = {
    text: '',
    reasoning: '',
    toolCalls: [],
    finish: undefined,
    firstTokenMs: undefined,
    latencyMs: 0,
    fingerprint: undefined,
  }
  let usage: Usage | undefined
  let hasContent = false
  for await (const batch of events) {
    for (const event of batch) {
      if (event.type === 'failed') return { state: 'failed', failure: failureOf(event), hasContent }
      if (event.type === 'usage') usage = event.usage
      round.fingerprint ??= fingerprintOf(event)
      if (event.type === 'finished') round.finish = event.reasons[0]
      if (event.type !== 'text' && event.type !== 'reasoning' && event.type !== 'tool') continue
      if (event.choice !== 0) continue
      hasContent = true
      round.firstTokenMs ??= now() - sentAt
      if (event.type === 'reasoning') round.reasoning += event.text
      else if (event.type === 'text') {
        round.text += event.text
        onText(round.text)
      } else {
        const call = (round.toolCalls[event.index] ??= { id: '', name: '', arguments: '' })
        call.id ||= event.id ?? ''
        call.name ||= event.name ?? ''
        call.arguments += event.arguments ?? ''
      }
    }
    if (batch.some(({ type }) => type === 'finished')) {
      round.latencyMs = now() - sentAt
      round.toolCalls = round.toolCalls.filter(({ name }) => name !== '')
      return { state: 'done', round, usage }
    }
  }
  return { state: 'failed', failure: cutFailure, hasContent }
}

const cutFailure: CallFailure = {
  message: 'The connection was lost before the reply finished. Check the service, then run the cell again.',
  code: 'connection_lost',
}

function failureOf({ error, status, retryAt }: ChatEvent & { type: 'failed' }): CallFailure {
  return {
    message: error.message,
    code: error.code ?? error.type,
    ...(status !== undefined && { status }),
    ...(retryAt !== undefined && { retryAt }),
  }
}

function fingerprintOf(event: ChatEvent): string | undefined {
  const chunk = 'extra' in event && event.extra ? event.extra.chunk : undefined
  const fingerprint = isRecord(chunk) ? chunk['system_fingerprint'] : undefined
  return typeof fingerprint === 'string' && fingerprint !== '' ? fingerprint.slice(0, 200) : undefined
}

/** Adds up the rounds of a cell. */
export interface CellRounds {
  /** Adds a reply. Returns the request of the next round if every tool that it calls has a mock; otherwise undefined. */
  add(round: Round, usage: Usage | undefined): ChatBody | undefined
  /** The reply of the whole cell. */
  readonly reply: CellReply
}

/** Starts with the first request of a cell. */
export function createCellRounds(
  first: ChatBody,
  mocks: Readonly<Record<string, string>>,
  priced: PricedModel | undefined,
): CellRounds {
  let body = first
  let reply: CellReply = {
    text: '',
    reasoning: '',
    toolCalls: [],
    latencyMs: 0,
    rounds: 0,
    cost: 0,
    tokensIn: 0,
    tokensOut: 0,
  }
  return {
    add(round, usage) {
      const calls = round.toolCalls.map(({ name, arguments: json }): CellToolCall => {
        const mock = Object.hasOwn(mocks, name) ? mocks[name] : undefined
        return { name, arguments: json, ...(mock !== undefined && { result: mockResultOf(mock, json) }) }
      })
      reply = addRound(reply, round, calls, usage, priced)
      const isAnswered = calls.length > 0 && calls.every(({ result }) => result !== undefined)
      if (!isAnswered || reply.rounds >= maxToolRounds) return undefined
      body = { ...body, messages: [...body.messages, ...answeredRound(round, calls)] }
      return body
    },
    get reply() {
      return reply
    },
  }
}

function addRound(
  sum: CellReply,
  round: Round,
  calls: readonly CellToolCall[],
  usage: Usage | undefined,
  priced: PricedModel | undefined,
): CellReply {
  const counts = usage && countsOf(usage)
  const cost = usage && costOfUsage(usage, priced)
  const reasoningTokens = (sum.reasoningTokens ?? 0) + (counts?.reasoning ?? 0)
  return {
    text: round.text,
    reasoning: sum.reasoning + round.reasoning,
    toolCalls: [...sum.toolCalls, ...calls],
    ...(round.finish && { finish: round.finish }),
    firstTokenMs: sum.firstTokenMs ?? round.firstTokenMs,
    latencyMs: sum.latencyMs + round.latencyMs,
    rounds: sum.rounds + 1,
    tokensIn: added(sum.tokensIn, counts?.input),
    tokensOut: added(sum.tokensOut, counts?.output),
    ...(reasoningTokens > 0 && { reasoningTokens }),
    cost: added(sum.cost, cost),
    fingerprint: round.fingerprint ?? sum.fingerprint,
  }
}

/** A sum with an unknown part is unknown. */
function added(sum: number | undefined, part: number | undefined): number | undefined {
  return sum === undefined || part === undefined ? undefined : sum + part
}

/** The cost of one request in US dollars; undefined if the price is unknown or only the maker's. */
export function costOfUsage(usage: Usage, priced: PricedModel | undefined): number | undefined {
  return priced && !priced.list_price ? costOfTokens(priced, countsOf(usage)) : undefined
}

function answeredRound({ text, toolCalls }: Round, calls: readonly CellToolCall[]): PromptMessage[] {
  const idOf = (id: string, place: number) => (id === '' ? `call_${place}` : id)
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      tool_calls: toolCalls.map(({ id, name, arguments: json }, place) => ({
        id: idOf(id, place),
        type: 'function',
        function: { name, arguments: json },
      })),
    },
    ...calls.map(({ result }, place) => ({
      role: 'tool' as const,
      tool_call_id: idOf(toolCalls[place]?.id ?? '', place),
      content: result ?? '',
    })),
  ]
}

/**
 * The most that a request can cost, in US dollars; 0 if its price is unknown. Undefined if a reply has no greatest length,
 * so that there is no such amount. A token has at least one byte, so the bytes of a request are the most tokens it can have.
 */
export function greatestCost(body: ChatBody, priced: PricedModel | undefined): number | undefined {
  if (!priced || priced.list_price) return 0
  const free = costOfTokens(priced, { input: 1_000_000, cachedInput: 0, output: 1_000_000, reasoning: 0 })
  if (free === undefined || free === 0) return 0
  const output = greatestOutput(body, priced)
  if (output === undefined) return undefined
  const input = new TextEncoder().encode(JSON.stringify(body)).length + countFiles(body) * tokensPerFile
  return costOfTokens(priced, { input, cachedInput: 0, output, reasoning: 0 })
}

/** The most that an image or a file is taken to have. */
const tokensPerFile = 10_000

function countFiles({ messages }: ChatBody): number {
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type !== 'text').length
}

function greatestOutput(body: ChatBody, { max_output_tokens: longest }: PricedModel): number | undefined {
  const replies = typeof body['n'] === 'number' ? body['n'] : 1
  for (const asked of [body['max_completion_tokens'], body['max_tokens'], longest]) {
    if (typeof asked === 'number') return asked * replies
  }
  return undefined
}
