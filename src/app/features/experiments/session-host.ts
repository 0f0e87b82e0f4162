import { targetOf } from '#app/data/connections/connection-target.ts'
import { problemOf } from '#app/data/history/history-problem.ts'

/** The base URL of a connection, as part of the keys of cells. */
export function endpointOf(connection: string | null): string {
  return targetOf(connection)?.apiBase ?? `missing ${connection ?? ''}`
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
