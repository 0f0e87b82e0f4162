import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { type ConnectionTarget, isMixedContent, targetOf } from '#app/data/connections/connection-target.ts'
import { markRefused } from '#app/data/connections/connection.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { notePromptUsed } from '#app/data/storage/prompt-versions.ts'
import type { ErrorDetail } from '#contract/errors.ts'
import { engineModelId, firstModelList } from '#app/data/models/connection-models.ts'
import { isRecord } from '#contract/json.ts'
import { providerAt } from '#dialects/providers.ts'
import { type RecordedExchange, findRecorder } from './exchange-recorder.ts'
import type { ReadResult } from './read-reply.ts'
import type { ServiceCall } from './service-call.ts'
import { replyWorkerUrl } from './worker-scripts.ts'

/** One part of a message, under wire names. The data of images, files and audio is in the request itself. */
export type RequestPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; detail?: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: string } }

/** A message of a request, under wire names. `content` is null when there are only tool calls. */
export interface RequestMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | null | RequestPart[]
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
  /** The reasoning of a reply with tool calls. Sent only to providers that need it; see `withoutReasoning`. */
  reasoning_content?: string
  /** The call that a message of role `tool` answers. */
  tool_call_id?: string
}

/** The body of a streamed chat request, under wire names. */
export interface ChatRequestBody {
  model: string
  messages: RequestMessage[]
  [parameter: string]: unknown
}

/** A request without the reasoning of its replies, which most providers don't want. */
export function withoutReasoning(body: ChatRequestBody): ChatRequestBody {
  if (!body.messages.some((each) => each.reasoning_content !== undefined)) return body
  return {
    ...body,
    messages: body.messages.map((message) => {
      const { reasoning_content: left, ...rest } = message
      return left === undefined ? message : rest
    }),
  }
}

/** Whether a value looks like the body of a chat request. */
export function isChatRequestBody(body: unknown): body is ChatRequestBody {
  return isRecord(body) && typeof body['model'] === 'string' && Array.isArray(body['messages'])
}

/** A request for one reply. */
export interface ReplyRequest {
  body: ChatRequestBody
  /** JSON as the user typed it. Numbers in `body` that come from it are sent with the same digits. */
  rawJson?: string
  /** Null is the service that served this page. */
  connectionId: string | null
  /** The exchange can be inspected later under this id. Without one it isn't kept. */
  replyId?: string
}

/**
 * Requests a streamed reply and yields batches of its events. Replies are read in a worker where possible.
 * Never rejects: an error response is a `failed` event. A stream that ends without `finished` or `failed` was aborted or
 * lost its connection. `sentAt` and `arrived` are on this page's `performance.now()` clock.
 */
export async function* streamChat(
  { body, rawJson, connectionId, replyId }: ReplyRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent[], void> {
  const [first] = body.messages
  // Prompts of experiments, whose replies have no id, are kept there, and have as many texts as cases.
  const isKept = replyId !== undefined
  if (isKept && first?.role === 'system' && typeof first.content === 'string') notePromptUsed(first.content)
  const target = targetOf(connectionId)
  const blocked = await blockedBefore(target)
  if (!target || blocked) {
    if (blocked) yield [{ type: 'failed', error: blocked }]
    return
  }
  const found = body.messages.some(({ content }) => Array.isArray(content)) ? await filesOf(body) : undefined
  if (found && 'error' in found) {
    yield [{ type: 'failed', error: found.error }]
    return
  }
  await firstModelList(target.apiBase)
  const model = engineModelId(target.apiBase, body.model)
  const provider = providerAt(target.apiBase)
  const call: ServiceCall = {
    url: `${target.apiBase}/chat/completions`,
    key: target.key,
    headers: provider?.browserHeaders,
    body: {
      ...(provider?.needsReasoning ? body : withoutReasoning(body)),
      model,
      stream: true,
      stream_options: { include_usage: true },
    },
    ...(rawJson !== undefined && { rawJson }),
    ...(found && { files: found.files }),
    ...(replyId !== undefined && { replyId }),
    hasHeartbeat: target.id === null,
    ...(target.apiBase === browserBaseUrl && { answer: (await import('./in-page-service.ts')).answerFromModelFiles }),
  }
  const controller = new AbortController()
  const anySignal = AbortSignal.any([signal, controller.signal])
  // Without workers the same code runs in the page, as for models in files, which have workers of their own. Other pages
  // with a worker never load it.
  const read = (call.answer ? undefined : await workingReader())?.read ?? (await import('./read-reply.ts')).readReply

  const batches: ChatEvent[][] = []
  let isDone = false
  let wake: (() => void) | undefined
  const onEvents = (events: ChatEvent[]) => {
    batches.push(events)
    wake?.()
  }
  void read(call, anySignal, onEvents).then(({ errorStatus }) => {
    if (errorStatus === 401 && target.id === null) markRefused(target.key)
    isDone = true
    wake?.()
  })
  try {
    for (;;) {
      const events = batches.shift()
      if (!events) {
        if (isDone) return
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      const last = events.at(-1)
      const unanswered =
        target.id !== null && last?.type === 'failed' && last.error.code === 'service_unreachable' ? last : undefined
      yield events.filter((event) => event !== unanswered).map(toPageClock)
      if (unanswered) {
        const { diagnoseUnansweredCall } = await import('./call-failure.ts')
        yield [{ ...unanswered, error: await diagnoseUnansweredCall(target, anySignal) }]
      }
    }
  } finally {
    // A consumer that stops iterating also stops the engine.
    controller.abort()
  }
}

/** The bytes of the files of a request, or why it can't be sent. */
async function filesOf(body: ChatRequestBody) {
  const { collectFiles } = await import('#app/data/attachments/collect-files.ts')
  return collectFiles(body)
}

/** The recorded exchange of a reply, or undefined if it is no longer kept. Makes no request. */
export async function inspectReply(replyId: string): Promise<RecordedExchange | undefined> {
  return findRecorder(replyId)?.exchange() ?? (await workingReader())?.inspect(replyId)
}

/** Why the page can't make the call at all, or undefined if it can. */
async function blockedBefore(target: ConnectionTarget | undefined): Promise<ErrorDetail | undefined> {
  if (target?.id === null) return undefined
  if (target && !isMixedContent(location.origin, target.apiBase)) return undefined
  const { pageFailure } = await import('./call-failure.ts')
  return pageFailure(target ? 'mixed_content' : 'connection_removed', target?.name ?? '')
}

/** Times come from the worker as milliseconds since the epoch. */
function toPageClock(event: ChatEvent): ChatEvent {
  if (event.type === 'started' && event.sentAt !== undefined) {
    return { ...event, sentAt: event.sentAt - performance.timeOrigin }
  }
  if (!('arrived' in event) || !event.arrived) return event
  const { first, last } = event.arrived
  return { ...event, arrived: { first: first - performance.timeOrigin, last: last - performance.timeOrigin } }
}

/** Messages from the page to the worker. `reading` identifies the call. */
export type ReaderRequest =
  | { reading: number; call: ServiceCall }
  | { reading: number; abort: true }
  | { reading: number; inspect: string }

/** Messages from the worker to the page. `ready` comes once, before any other. */
export type ReaderMessage =
  | { ready: true }
  | { reading: number; events: ChatEvent[] }
  | { reading: number; result: ReadResult }
  | { reading: number; exchange: RecordedExchange | undefined }

/** Reads replies in a worker. */
export interface ReplyReader {
  /** Same as `readReply`. */
  read(call: ServiceCall, signal: AbortSignal, onEvents: (events: ChatEvent[]) => void): Promise<ReadResult>
  /** The exchange of a reply that this worker read, or undefined. */
  inspect(replyId: string): Promise<RecordedExchange | undefined>
  /** True once the worker has crashed. Whatever it was reading has ended without a final event. */
  readonly broken: boolean
}

let reader: Promise<ReplyReader | undefined> | undefined

/** Starts the worker before the first request. Further calls return the same reader. */
export function startReader(): Promise<ReplyReader | undefined> {
  return (reader ??= createReplyReader())
}

/** The reader, restarted if its worker has crashed. */
async function workingReader(): Promise<ReplyReader | undefined> {
  const current = await startReader()
  if (current?.broken !== true) return current
  reader = undefined
  return startReader()
}

/** Starts a worker. Resolves to undefined where workers are not available or this one does not start. */
export async function createReplyReader(): Promise<ReplyReader | undefined> {
  if (typeof Worker === 'undefined') return undefined
  const worker = openWorker()
  if (!worker) return undefined
  const readings = new Map<number, { onEvents(events: ChatEvent[]): void; end(result: ReadResult): void }>()
  const inspections = new Map<number, (exchange: RecordedExchange | undefined) => void>()
  let count = 0
  let broken = false

  const isStarted = await new Promise<boolean>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
      if ('ready' in data) resolve(true)
      else if ('events' in data) readings.get(data.reading)?.onEvents(data.events)
      else if ('exchange' in data) inspections.get(data.reading)?.(data.exchange)
      else readings.get(data.reading)?.end(data.result)
    })
    worker.addEventListener('error', () => {
      resolve(false)
      broken = true
      worker.terminate()
      for (const reading of readings.values()) reading.end({})
      for (const resolveInspection of inspections.values()) resolveInspection(undefined)
    })
  })
  if (!isStarted) return undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none
  const post = (message: ReaderRequest) => worker.postMessage(message)
  return {
    read: (call, signal, onEvents) =>
      new Promise((resolve) => {
        const reading = (count += 1)
        const abort = () => {
          post({ reading, abort: true })
          end({})
        }
        const end = (result: ReadResult) => {
          readings.delete(reading)
          signal.removeEventListener('abort', abort)
          resolve(result)
        }
        if (signal.aborted) return resolve({})
        readings.set(reading, { onEvents, end })
        signal.addEventListener('abort', abort)
        post({ reading, call })
      }),
    inspect: (replyId) =>
      new Promise((resolve) => {
        const reading = (count += 1)
        if (broken) return resolve(undefined)
        inspections.set(reading, (exchange) => {
          inspections.delete(reading)
          resolve(exchange)
        })
        post({ reading, inspect: replyId })
      }),
    get broken() {
      return broken
    },
  }
}

function openWorker(): Worker | undefined {
  try {
    return new Worker(replyWorkerUrl(), { type: 'module', name: 'reply-reader' })
  } catch {
    // Blocked by a browser policy or an extension.
    return undefined
  }
}
