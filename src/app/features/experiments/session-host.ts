import { type ChatRequestBody, streamChat } from '#app/data/calls/chat-stream.ts'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { rateOf } from '#contract/rate-of.ts'
import type { ChatBody } from '#experiments/cells.ts'
import type { PricedModel } from '#experiments/call-cell.ts'
import { type StoredResult, experimentsDb } from '#app/data/experiments/experiments-db.ts'
import { problemOf } from '#app/data/history/history-problem.ts'

/** The base URL of a connection, as part of the keys of cells. */
export function endpointOf(connection: string | null): string {
  return targetOf(connection)?.apiBase ?? `missing ${connection ?? ''}`
}

/** US dollars for a million tokens; undefined if they are unknown, or only the maker's. */
export function ratesOf(model: PricedModel | undefined): { input: number; output: number } | undefined {
  if (!model || model.list_price) return undefined
  const [input, output] = [rateOf(model, 'input_tokens'), rateOf(model, 'output_tokens')]
  return input === undefined || output === undefined ? undefined : { input, output }
}

/** Whether a model is known to take a seed. */
export function takesSeed(model: { supported_parameters?: string[] | undefined } | undefined): boolean {
  return model?.supported_parameters?.includes('seed') === true
}

/** Waits, in milliseconds, or until `signal` aborts. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** What to do when the experiment can't be saved. */
export function storageWords(error: unknown): string {
  return problemOf(error) === 'full'
    ? 'This browser’s storage is full. Delete conversations or experiments that you don’t need, then resume.'
    : 'This browser couldn’t save the experiment. Export it, then reload the page.'
}

/** Calls models from this page. */
export const callHost = {
  stream: (connectionId: string | null, body: ChatBody, signal: AbortSignal) =>
    // Parts of messages that aren't known are sent as they are.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    streamChat({ body: body as ChatRequestBody, connectionId }, signal),
  now: Date.now,
  wait: waitFor,
  random: Math.random,
}

/** Saves a result for good. Rejects with what to do if it can't. */
export async function saveResult(result: StoredResult): Promise<void> {
  try {
    await experimentsDb.results.put(result)
  } catch (error) {
    throw new Error(storageWords(error), { cause: error })
  }
}
