import type { ChatEvent } from '#contract/chat-event.ts'
import { errorOf } from '#contract/errors.ts'
import { parseJson } from '#contract/json.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import { readErrorDetail, readRetryAfter } from '#dialects/errors.ts'
import type { ChatBody } from './cells.ts'

/** A service to call with `fetch`. */
export interface Endpoint {
  /** Without a slash at the end, such as `http://127.0.0.1:8080/v1`. */
  baseUrl: string
  /** Empty for a service without keys. */
  key: string
  fetch: typeof fetch
  /** Milliseconds since the epoch, for `Retry-After`. */
  now(): number
}

/** Makes a streamed chat call and yields its events. Ends without a final event if the connection breaks; never rejects. */
export async function* fetchStream(
  { baseUrl, key, fetch, now }: Endpoint,
  body: ChatBody,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent[], void> {
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } }),
      signal,
    })
    if (!response.ok) {
      yield [await refusalOf(response, now)]
      return
    }
    yield* eventsOf(response)
  } catch {
    // The connection broke, or was ended by us. The caller sees that no final event came.
  }
}

async function* eventsOf(response: Response): AsyncGenerator<ChatEvent[], void> {
  const decoder = createChatDecoder()
  const text = new TextDecoder()
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    while (!decoder.ended) {
      const { done, value } = await reader.read()
      if (done) break
      const events = decoder.feed(text.decode(value, { stream: true }))
      if (events.length > 0) yield events
    }
    yield decoder.end()
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

async function refusalOf(response: Response, now: () => number): Promise<ChatEvent> {
  const { status } = response
  const error =
    readErrorDetail(parseJson(await response.text())) ??
    errorOf('upstream_error', `The service responded with status ${status}. Check its log, then try again.`)
  const retryAt = readRetryAfter(response.headers, now())
  return { type: 'failed', error, status, ...(retryAt !== undefined && { retryAt }) }
}
