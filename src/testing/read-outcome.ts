import type { ChatEvent } from '#contract/chat-event.ts'
import { chatCompletion } from '#contract/chat.ts'
import { errorBody } from '#service/api/openapi.ts'
import { createChatDecoder } from '#dialects/chat-decoder.ts'
import type { Expected } from './faults.ts'

/** A chat's outcome. `silence` must never happen: a stream that ends without `[DONE]` or an error. */
export type Outcome =
  | { kind: 'whole'; text: string }
  | { kind: 'refused'; status: number; code: string | null }
  | { kind: 'frame'; text: string; code: string | null }
  | { kind: 'silence'; text: string }

/** Reads a chat's complete response, validating it against the contract. */
export async function readOutcome(response: Response): Promise<Outcome> {
  const body = await response.text()
  if (!response.ok) {
    const { error } = errorBody.parse(JSON.parse(body))
    return { kind: 'refused', status: response.status, code: error.code }
  }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const { choices } = chatCompletion.parse(JSON.parse(body))
    return { kind: 'whole', text: choices.map(({ message }) => message.content ?? '').join('') }
  }
  const events = createChatDecoder().feed(body)
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  const last: ChatEvent | undefined = events.at(-1)
  const isDone = body.endsWith('data: [DONE]\n\n')
  if (last?.type === 'finished' && isDone) return { kind: 'whole', text }
  if (last?.type === 'failed' && !body.includes('[DONE]')) return { kind: 'frame', text, code: last.error.code }
  return { kind: 'silence', text }
}

export function isExpected(outcome: Outcome, expected: Expected): boolean {
  if (typeof expected === 'string') return outcome.kind === expected
  if ('frame' in expected) return outcome.kind === 'frame' && expected.frame.includes(outcome.code ?? '')
  return outcome.kind === 'refused' && outcome.status === expected.status && expected.codes.includes(outcome.code ?? '')
}
