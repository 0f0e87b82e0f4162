import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { type ReaderMessage, type ReaderRequest, createReplyReader } from './chat-stream.ts'

/** A worker controlled by the test. */
class WorkerByHand extends EventTarget {
  static last: WorkerByHand
  readonly received: ReaderRequest[] = []
  terminated = false
  constructor() {
    super()
    WorkerByHand.last = this
  }
  postMessage(message: ReaderRequest) {
    this.received.push(message)
  }
  terminate() {
    this.terminated = true
  }
  say(data: ReaderMessage) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  break() {
    this.dispatchEvent(new Event('error'))
  }
}

const call = { url: 'http://parley.test/v1/chat/completions', key: 'secret', body: {} }
const text: ChatEvent = { type: 'text', choice: 0, text: 'Hi' }

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('Worker', WorkerByHand)
})
afterEach(() => void vi.unstubAllGlobals())

async function startedReader() {
  const starting = createReplyReader()
  const worker = WorkerByHand.last
  worker.say({ ready: true })
  const reader = await starting
  if (!reader) throw new Error('The reader did not start.')
  return { reader, worker }
}

test('passes each request its own events and end', async () => {
  const { reader, worker } = await startedReader()
  const one = vi.fn()
  const two = vi.fn()
  const { signal } = new AbortController()
  const first = reader.read(call, signal, one)
  const second = reader.read(call, signal, two)
  expect(worker.received).toEqual([
    { reading: 1, call },
    { reading: 2, call },
  ])
  worker.say({ reading: 2, events: [text] })
  worker.say({ reading: 2, result: { errorStatus: 401 } })
  worker.say({ reading: 1, result: {} })
  expect(await second).toEqual({ errorStatus: 401 })
  expect(await first).toEqual({})
  expect(two).toHaveBeenCalledExactlyOnceWith([text])
  expect(one).not.toHaveBeenCalled()
})

test('ends immediately on an abort, tells the worker, and ignores its later messages', async () => {
  const { reader, worker } = await startedReader()
  const controller = new AbortController()
  const onEvents = vi.fn()
  const reading = reader.read(call, controller.signal, onEvents)
  controller.abort()
  expect(await reading).toEqual({})
  expect(worker.received.at(-1)).toEqual({ reading: 1, abort: true })
  worker.say({ reading: 1, events: [text] })
  expect(onEvents).not.toHaveBeenCalled()
})

test('ends open requests with an error when the worker fails', async () => {
  const { reader, worker } = await startedReader()
  const reading = reader.read(call, new AbortController().signal, vi.fn())
  expect(reader.broken).toBe(false)
  worker.break()
  expect(await reading).toEqual({})
  expect(reader.broken).toBe(true)
  expect(worker.terminated).toBe(true)
})

test('works without a worker if it can’t be created or started', async () => {
  const starting = createReplyReader()
  WorkerByHand.last.break()
  expect(await starting).toBeUndefined()
  vi.stubGlobal('Worker', function Refused() {
    throw new TypeError('refused by policy')
  })
  expect(await createReplyReader()).toBeUndefined()
  vi.stubGlobal('Worker', undefined)
  expect(await createReplyReader()).toBeUndefined()
})
