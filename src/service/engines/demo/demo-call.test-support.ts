import { chatRequest } from '#contract/chat.ts'
import type { EngineCall } from '#service/engines/engine.ts'
import { cancellationOf } from '#service/cancellation.ts'

/** A call with a validated body, as from the service. A string prompt becomes one user message. */
export function createDemoCall(
  model: string,
  prompt: string | readonly object[],
  fields: Readonly<Record<string, unknown>> = {},
  { headers = {}, signal = new AbortController().signal }: Partial<Pick<EngineCall, 'headers' | 'signal'>> = {},
): EngineCall {
  const messages = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt
  const body = { model, messages, ...fields }
  return {
    request: chatRequest.parse(body),
    text: JSON.stringify(body),
    headers,
    signal,
    cancellation: cancellationOf(signal),
    identity: { id: 'chatcmpl-test', created: 1795219200, model },
  }
}
