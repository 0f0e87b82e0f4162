import { cancellationOf } from '#service/cancellation.ts'
import type { EngineCall } from '#service/engines/engine.ts'
import { systemClock } from '#service/service-context.ts'
import type { Deadlines } from './deadlines.ts'
import type { ModelListing } from '#dialects/providers.ts'
import { createOpenAIStyleEngine } from './openai-engine.ts'
import { type TransportRequest, type TransportResponse, decodeText, textSourceFrom } from './transport.ts'

type Body = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
/** Answers a request. Throwing means that the connection failed. */
export type ScriptedResponse = (request: TransportRequest) => {
  status?: number
  headers?: Record<string, string>
  body?: Body
}

export interface Settings {
  apiKey?: string
  headers?: Record<string, string>
  models?: string[]
  baseUrl?: string
  listing?: ModelListing
  deadlines?: Partial<Deadlines>
}

const bytes = new TextEncoder()
const identity = { id: 'chatcmpl-1', created: 1, model: 'acme/tiny' }

/** The frame of one piece of text. */
export const chunk = (content: string, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`

/** A whole JSON reply. */
export const whole = JSON.stringify({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] })

/** An engine over a scripted transport, and the requests that it received. */
export function engineWith(answer: ScriptedResponse, settings: Settings = {}) {
  const requests: TransportRequest[] = []
  const transport = async (request: TransportRequest): Promise<TransportResponse> => {
    requests.push(request)
    const { status = 200, headers = {}, body = [] } = answer(request)
    async function* encoded() {
      for await (const piece of body) yield typeof piece === 'string' ? bytes.encode(piece) : piece
    }
    return { status, header: (name) => headers[name] ?? null, text: textSourceFrom(decodeText(encoded())) }
  }
  const engine = createOpenAIStyleEngine(
    { name: 'player', baseUrl: 'http://engine.test/v1', ...settings },
    { clock: systemClock, transport },
  )
  return { engine, requests }
}

/** A chat request to the engine. */
export function callOf(fields: Record<string, unknown> = {}, signal = new AbortController().signal): EngineCall {
  const request: EngineCall['request'] = { model: 'tiny', messages: [{ role: 'user', content: 'Hi' }], ...fields }
  return {
    request,
    text: JSON.stringify(request),
    headers: {},
    signal,
    cancellation: cancellationOf(signal),
    identity,
  }
}
