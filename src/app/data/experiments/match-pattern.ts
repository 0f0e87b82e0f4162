import { patternWorkerUrl } from '#app/data/calls/worker-scripts.ts'
import type { MatchPattern } from '#experiments/assertions.ts'
import type { PatternQuestion } from './pattern.worker.ts'

/** Milliseconds that a pattern may take. */
const deadline = 500

/** Resolves when the worker can answer; undefined until one is needed. */
let worker: Promise<Worker> | undefined
let queue: Promise<unknown> = Promise.resolve()

/** Matches patterns one after the other in a worker, which is ended when one takes too long. */
export const matchInWorker: MatchPattern = (pattern, text) => {
  const answer = queue.then(() => ask({ pattern, text }))
  queue = answer
  return answer
}

function startWorker(): Promise<Worker> {
  const started = new Worker(patternWorkerUrl(), { type: 'module', name: 'patterns' })
  return new Promise((resolve) => {
    for (const type of ['message', 'error']) started.addEventListener(type, () => resolve(started), { once: true })
  })
}

async function ask(question: PatternQuestion): ReturnType<MatchPattern> {
  const asked = await (worker ??= startWorker())
  return new Promise((resolve) => {
    const asking = new AbortController()
    const { signal } = asking
    const end = (outcome: boolean | 'invalid' | 'timeout') => {
      clearTimeout(timer)
      asking.abort()
      resolve(outcome)
    }
    const giveUp = () => {
      asked.terminate()
      worker = undefined
      end('timeout')
    }
    const timer = setTimeout(giveUp, deadline)
    const onAnswer = ({ data }: MessageEvent<boolean | undefined>) => end(data ?? 'invalid')
    asked.addEventListener('message', onAnswer, { signal })
    asked.addEventListener('error', giveUp, { signal })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has none
    asked.postMessage(question)
  })
}
