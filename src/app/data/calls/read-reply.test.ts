import { describe, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat-event.ts'
import { findRecorder } from './exchange-recorder.ts'
import { createThrottle, readReply, createHeartbeatMonitor } from './read-reply.ts'
import type { ServiceCall } from './service-call.ts'

describe('throttle', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function throttleOver(waiting: string[]) {
    const flushed: string[] = []
    const throttle = createThrottle(() => {
      if (waiting.length === 0) return undefined
      const text = waiting.splice(0).join('')
      flushed.push(text)
      return text.length
    })
    const add = (piece: string) => {
      waiting.push(piece)
      throttle.schedule()
    }
    return { add, throttle, flushed }
  }

  test('passes on the first event immediately, then batches', () => {
    const { add, flushed } = throttleOver([])
    add('a')
    expect(flushed).toEqual(['a'])
    add('b')
    add('c')
    expect(flushed).toEqual(['a'])
    vi.advanceTimersByTime(47)
    expect(flushed).toEqual(['a', 'bc'])
  })

  test('passes on the first event after a pause immediately', () => {
    const { add, flushed } = throttleOver([])
    add('a')
    vi.advanceTimersByTime(47)
    expect(vi.getTimerCount()).toBe(0)
    add('b')
    expect(flushed).toEqual(['a', 'b'])
  })

  test('waits longer for longer texts, up to 100 ms', () => {
    const { add, flushed } = throttleOver([])
    add('a'.repeat(200))
    add('b'.repeat(5_000))
    vi.advanceTimersByTime(85)
    expect(flushed).toHaveLength(1)
    vi.advanceTimersByTime(2)
    expect(flushed).toHaveLength(2)
    add('c')
    vi.advanceTimersByTime(90)
    expect(flushed).toHaveLength(2)
    vi.advanceTimersByTime(10)
    expect(flushed).toHaveLength(3)
  })

  test('waits longer while many replies are read, but each is passed on 10 times a second', async () => {
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const controller = new AbortController()
    const call = { url: 'http://parley.test/v1/chat/completions', key: 'secret', body: { model: 'm' } }
    const open = Array.from({ length: 6 }, () => readReply(call, controller.signal, () => undefined))
    const { add, flushed } = throttleOver([])
    add('a')
    add('b')
    vi.advanceTimersByTime(95)
    expect(flushed).toEqual(['a'])
    vi.advanceTimersByTime(10)
    expect(flushed).toEqual(['a', 'b'])
    controller.abort()
    await Promise.all(open)
    vi.advanceTimersByTime(200)
    add('c')
    add('d')
    vi.advanceTimersByTime(50)
    expect(flushed).toEqual(['a', 'b', 'c', 'd'])
    vi.unstubAllGlobals()
  })

  test('passes on the rest and clears its timer at the end', () => {
    const { add, throttle, flushed } = throttleOver([])
    add('a')
    add('b')
    throttle.finish()
    expect(flushed).toEqual(['a', 'b'])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('heartbeat monitor', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('reports silence once after more than a minute', () => {
    const onSilent = vi.fn()
    createHeartbeatMonitor(onSilent)
    vi.advanceTimersByTime(60_000)
    expect(onSilent).not.toHaveBeenCalled()
    vi.advanceTimersByTime(600_000)
    expect(onSilent).toHaveBeenCalledOnce()
  })

  test('reports nothing while data arrives, or after it was stopped', () => {
    const onSilent = vi.fn()
    const watch = createHeartbeatMonitor(onSilent)
    for (let times = 0; times < 20; times++) {
      vi.advanceTimersByTime(55_000)
      watch.reset()
    }
    watch.stop()
    vi.advanceTimersByTime(600_000)
    expect(onSilent).not.toHaveBeenCalled()
  })
})

describe('read reply', () => {
  afterEach(() => void vi.unstubAllGlobals())

  const call = { url: 'http://parley.test/v1/chat/completions', key: 'secret', body: { model: 'm' } }

  /** Reads the given response to its end. */
  async function reading(answer: Response | Error, signal = new AbortController().signal, called: ServiceCall = call) {
    const asked = vi.fn((_url: string, _init: RequestInit) =>
      answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
    )
    vi.stubGlobal('fetch', asked)
    const batches: ChatEvent[][] = []
    const end = await readReply(called, signal, (events) => batches.push(events))
    return { asked, batches, events: batches.flat(), end }
  }

  function chunk(delta: object, finish_reason: string | null = null): string {
    return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  }

  function streamOf(...pieces: string[]): Response {
    const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
    return new Response(
      new ReadableStream({
        pull(controller) {
          const next = bytes.shift()
          if (next) controller.enqueue(next)
          else controller.close()
        },
      }),
    )
  }

  const whole = [
    chunk({ content: 'Grüße ' }),
    chunk({ content: 'aus ' }),
    chunk({ content: 'Köln' }, 'stop'),
    'data: [DONE]\n\n',
  ]

  function textOf(events: ChatEvent[]): string {
    return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  }

  function piecesOf(events: ChatEvent[]): number {
    return events.reduce((sum, event) => sum + (event.type === 'text' ? (event.pieces ?? 1) : 0), 0)
  }

  test('keeps the digits of numbers in the request and for Inspect', async () => {
    const written = '{"seed": 9223372036854775807, "deep": [1.0, {"x": 0.70}]}'
    const body = { ...JSON.parse(written), model: 'm', stream: true }
    const { asked } = await reading(streamOf(...whole), undefined, {
      ...call,
      body,
      rawJson: written,
      replyId: 'exact',
    })
    const sent = '{"seed":9223372036854775807,"deep":[1.0, {"x": 0.70}],"model":"m","stream":true}'
    expect(asked.mock.calls[0]?.[1].body).toBe(sent)
    expect(findRecorder('exact')?.exchange().body).toBe(sent)
  })

  test('sends the key and the body, but no other identifying data', async () => {
    const { asked } = await reading(streamOf(...whole))
    const [url, init] = asked.mock.calls[0] ?? []
    expect(url).toBe(call.url)
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', body: '{"model":"m"}' })
    expect(init?.headers).toMatchObject({ authorization: 'Bearer secret' })
  })

  test('merges chunks without loss and with their times', async () => {
    const before = performance.timeOrigin + performance.now()
    const { batches, events } = await reading(streamOf(...whole))
    const after = performance.timeOrigin + performance.now()
    expect(textOf(events)).toBe('Grüße aus Köln')
    expect(piecesOf(events)).toBe(3)
    expect(batches.length).toBeLessThanOrEqual(2)
    expect(events.at(-1)).toMatchObject({ type: 'finished', reasons: { 0: 'stop' } })
    for (const event of events) {
      if (event.type !== 'text') continue
      expect(event.arrived?.first).toBeGreaterThanOrEqual(before)
      expect(event.arrived?.last).toBeLessThanOrEqual(after)
    }
  })

  test('has the time the request was sent, between the call and the first chunk', async () => {
    const before = performance.timeOrigin + performance.now()
    const { events } = await reading(streamOf(...whole))
    const [started, first] = events
    if (started?.type !== 'started' || first?.type !== 'text') throw new Error('Not the beginning of a reply')
    expect(started.sentAt).toBeGreaterThanOrEqual(before)
    expect(started.sentAt).toBeLessThanOrEqual(first.arrived?.first ?? 0)
  })

  test('decodes a character split between two reads', async () => {
    const bytes = new TextEncoder().encode(whole.join(''))
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    expect(textOf((await reading(new Response(body))).events)).toBe('Grüße aus Köln')
  })

  test('reads the same if responses have no body stream', async () => {
    const answer = new Response(whole.join(''))
    Object.defineProperty(answer, 'body', { value: null })
    const { events } = await reading(answer)
    expect(textOf(events)).toBe('Grüße aus Köln')
    expect(events.at(-1)?.type).toBe('finished')
  })

  test('keeps the text of a stream that ends without a finish reason', async () => {
    const { events } = await reading(streamOf(chunk({ content: 'Half' })))
    expect(textOf(events)).toBe('Half')
    expect(events.map(({ type }) => type)).not.toContain('failed')
    expect(events.map(({ type }) => type)).not.toContain('finished')
  })

  test('reads a JSON completion from a server that ignores `stream: true`', async () => {
    const choices = [{ message: { content: 'Grüße aus Köln' }, finish_reason: 'stop' }]
    const json = JSON.stringify({ choices }, null, 2)
    const { events } = await reading(streamOf(json.slice(0, 30), json.slice(30)))
    expect(textOf(events)).toBe('Grüße aus Köln')
    expect(events.at(-1)).toMatchObject({ type: 'finished', reasons: { 0: 'stop' } })
    const cut = await reading(streamOf(json.slice(0, 30)))
    expect(cut.events).toEqual([])
  })

  test('fails on a web page with status 200', async () => {
    const { events } = await reading(streamOf('<!doctype html><p>Hi'))
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'upstream_invalid' } }])
  })

  test.each(['', ' \n', ': ping\n\n'])('has no events for the response %j', async (text) => {
    expect((await reading(streamOf(text))).events).toEqual([])
  })

  test('fails with the status of an error response', async () => {
    const error = { message: 'No such key.', type: 'authentication_error', param: null, code: 'invalid_api_key' }
    const { events, end } = await reading(Response.json({ error }, { status: 401 }))
    expect(events).toEqual([{ type: 'failed', error, status: 401 }])
    expect(end).toEqual({ errorStatus: 401 })
  })

  test('doesn’t mistake an engine’s error in the stream for a refused key', async () => {
    const error = { message: 'Bad key.', type: 'authentication_error', param: null, code: 'invalid_api_key' }
    const { events, end } = await reading(streamOf(chunk({ content: 'Hi' }), `data: ${JSON.stringify({ error })}\n\n`))
    expect(events.at(-1)).toEqual({ type: 'failed', error })
    expect(end).toEqual({})
  })

  test('fails on frames of another API, even if they end in [DONE]', async () => {
    const { events } = await reading(streamOf('data: {"type":"message_start"}\n\n', 'data: [DONE]\n\n'))
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'upstream_invalid' } }])
  })

  test('fails if the service is unreachable', async () => {
    const { events } = await reading(new TypeError('Failed to fetch'))
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'service_unreachable' } }])
  })

  test('ends without an event when it is aborted', async () => {
    const { events, end } = await reading(new DOMException('', 'AbortError'), AbortSignal.abort())
    expect(events).toEqual([])
    expect(end).toEqual({})
  })

  test('ends when heartbeats stop, but only if the service sends them', async () => {
    vi.useFakeTimers()
    try {
      for (const beats of [true, false]) {
        let isLeft = false
        vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) =>
          Promise.resolve(
            new Response(
              new ReadableStream({
                start(controller) {
                  controller.enqueue(new TextEncoder().encode(whole[0]))
                  signal?.addEventListener('abort', () => controller.error(signal.reason))
                },
                cancel() {
                  isLeft = true
                },
              }),
            ),
          ),
        )
        const events: ChatEvent[] = []
        const caller = new AbortController()
        const ended = vi.fn()
        const read = readReply({ ...call, hasHeartbeat: beats }, caller.signal, (more) => events.push(...more)).then(
          ended,
        )
        await vi.advanceTimersByTimeAsync(600_000)
        expect(ended).toHaveBeenCalledTimes(beats ? 1 : 0)
        expect(isLeft).toBe(beats)
        expect(textOf(events)).toBe('Grüße ')
        expect(events.at(-1)?.type).toBe('text')
        caller.abort()
        await read
      }
    } finally {
      vi.useRealTimers()
    }
  })
})
