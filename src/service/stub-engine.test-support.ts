import type { ChatEvent } from '#contract/chat-event.ts'
import { foldCompletion } from '#dialects/completion.ts'
import { refusalOf } from './service-error.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import type { EngineCall, Engine } from './engines/engine.ts'

type Batches = AsyncIterable<readonly ChatEvent[]>

interface Stub {
  name?: string
  models?: readonly EngineModel[]
  /** What it replies; a throw refuses before the first event. */
  reply?: (call: EngineCall) => Batches
}

/** An engine for tests that replies as it is told, and remembers the calls it got. */
export function createStubEngine(stub: Stub = {}): Engine & { calls: EngineCall[] } {
  const { name = 'stub', models = [{ id: 'acme/tiny' }], reply = () => saying('Hello', ' there') } = stub
  const calls: EngineCall[] = []
  const answer = (call: EngineCall): Batches => {
    calls.push(call)
    return reply(call)
  }
  return {
    name,
    calls,
    models: async () => models,
    stream: async (call) => answer(call),
    async complete(call) {
      const result = await foldCompletion(answer(call), call.identity)
      if ('completion' in result) return result.completion
      throw refusalOf(result.error)
    },
  }
}

/** A whole reply of these pieces, with usage. */
export async function* saying(...pieces: string[]): Batches {
  yield [{ type: 'started' }]
  for (const text of pieces) yield [{ type: 'text', choice: 0, text }]
  const usage = { prompt_tokens: 1, completion_tokens: pieces.length, total_tokens: pieces.length + 1 }
  yield [
    { type: 'usage', usage },
    { type: 'finished', reasons: { 0: 'stop' } },
  ]
}

/** Resolves when the signal aborts: for a reply that only ends when it is stopped. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
