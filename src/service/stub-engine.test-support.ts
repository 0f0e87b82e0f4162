import type { ChatEvent } from '#contract/chat-event.ts'
import { foldCompletion } from '#dialects/completion.ts'
import { refusalOf } from './service-error.ts'
import type { EngineModel } from '#dialects/model-list.ts'
import type { EngineCall, Engine } from './engines/engine.ts'

type Batches = AsyncIterable<readonly ChatEvent[]>

interface StubOptions {
  name?: string
  models?: readonly EngineModel[]
  /** The reply; throwing refuses before the first event. */
  reply?: (call: EngineCall) => Batches
}

/** A scripted engine that records its calls. */
export function createStubEngine(stub: StubOptions = {}): Engine & { calls: EngineCall[] } {
  const { name = 'stub', models = [{ id: 'acme/tiny' }], reply = () => replyWith('Hello', ' there') } = stub
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

/** A complete reply of these chunks, with usage. */
export async function* replyWith(...pieces: string[]): Batches {
  yield [{ type: 'started' }]
  for (const text of pieces) yield [{ type: 'text', choice: 0, text }]
  const usage = { prompt_tokens: 1, completion_tokens: pieces.length, total_tokens: pieces.length + 1 }
  yield [
    { type: 'usage', usage },
    { type: 'finished', reasons: { 0: 'stop' } },
  ]
}

/** Resolves when the signal aborts, for replies that never end on their own. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
