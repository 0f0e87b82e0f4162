import { targetOf } from '#app/data/connections/connection-target.ts'
import { rateOf } from '#contract/rate-of.ts'
import type { PricedModel } from '#experiments/call-cell.ts'
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
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
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
