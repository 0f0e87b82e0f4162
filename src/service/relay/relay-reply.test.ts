import { expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { errorOf } from '#contract/errors.ts'
import { CancellationToken } from '#service/cancellation.ts'
import { createChunkEncoder } from '#dialects/chunk-encoder.ts'
import { createHeartbeats } from './heartbeats.ts'
import { relayReply } from './relay-reply.ts'

const text = (words: string): ChatEvent => ({ type: 'text', choice: 0, text: words })
const finished: ChatEvent = { type: 'finished', reasons: { 0: 'stop' } }

/** Relays a reply with these further batches; resolves when the stream has ended. */
async function relay(rest: () => AsyncGenerator<ChatEvent[], void>, ended = () => {}) {
  const written: string[] = []
  const describe = vi.fn(() => errorOf('internal_error', 'Told of.'))
  const end = vi.fn()
  const encoder = createChunkEncoder({ id: 'chatcmpl-1', created: 1, model: 'acme/tiny' }, { includeUsage: false })
  await new Promise<void>((resolve) => {
    relayReply(
      { first: [text('Once')], rest: rest() },
      {
        encoder,
        writer: { write: (frames) => void written.push(frames), end },
        cancellation: new CancellationToken(),
        heartbeats: createHeartbeats(1000),
        toErrorDetail: describe,
        onEnd() {
          queueMicrotask(resolve)
          ended()
        },
      },
    )
  })
  return { written: written.join(''), describe, end, encoder }
}

test('forwards a reply and reports its end once', async () => {
  const ended = vi.fn()
  const { written, end, encoder } = await relay(async function* () {
    yield [text(' upon')]
    yield [finished]
  }, ended)
  expect(written).toMatch(/"content":"Once"[^]*"content":" upon"[^]*data: \[DONE\]\n\n$/)
  expect([encoder.outcome, ended.mock.calls.length, end.mock.calls.length]).toEqual(['finished', 1, 1])
})

test.each([
  ['ends without a finish reason', async function* () {}, 'upstream_cut'],
  [
    'throws',
    async function* () {
      yield [text(' upon')]
      throw new TypeError('broken')
    },
    'internal_error',
  ],
] as const)('sends an error frame if the reply %s', async (_, rest, code) => {
  const { written } = await relay(rest)
  expect(written).toContain(`"code":"${code}"`)
  expect(written).not.toContain('[DONE]')
})

test('reports an exception in onEnd without crashing', async () => {
  const defect = new TypeError('a count that is none')
  const { describe } = await relay(
    async function* () {
      yield [finished]
    },
    () => {
      throw defect
    },
  )
  expect(describe).toHaveBeenCalledWith(defect)
})
