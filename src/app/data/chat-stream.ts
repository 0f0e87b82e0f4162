import type { ChatEvent } from '#contract/chat-event.ts'
import { createChatDecoder } from '#contract/sse.ts'
import { callService, ServiceFailure } from './service-client.ts'

/** The body of a streamed chat request, under wire names. */
export interface ChatRequestBody {
  model: string
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[]
  [parameter: string]: unknown
}

/**
 * Asks for a streamed reply and yields its events in batches, as the network brings them. Never rejects: a refusal is
 * a `failed` event. An end without `finished` or `failed` means that the connection broke and the reply is cut;
 * that is also how an abort ends.
 */
export async function* streamChat(body: ChatRequestBody, signal: AbortSignal): AsyncGenerator<ChatEvent[], void> {
  let response: Response
  try {
    response = await callService('/v1/chat/completions', {
      body: { ...body, stream: true, stream_options: { include_usage: true } },
      signal,
    })
  } catch (reason) {
    if (reason instanceof ServiceFailure) yield [{ type: 'failed', error: reason.detail }]
    return
  }
  if (response.body === null) return
  const decoder = createChatDecoder()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const events = done ? decoder.end().filter(isNotCut) : decoder.feed(value)
      if (events.length > 0) yield events
      if (done || decoder.ended) return
    }
  } catch {
    // The connection broke or was aborted: ending here without an ending says so.
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** The decoder blames the engine for a cut; here it is our own connection that broke, which the caller tells by silence. */
function isNotCut(event: ChatEvent): boolean {
  return event.type !== 'failed' || event.error.code !== 'upstream_cut'
}
