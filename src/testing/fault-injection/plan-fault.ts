import type { SeededRandom } from './seeded-random.ts'
import {
  completionJson,
  doneFrame,
  bodyFramings,
  streamFrames,
  textOfFrames,
  encodeResponse,
  type BodyFraming,
} from './encode-response.ts'

/** Failures between service and engine. Two are controls: `none` succeeds, `drip` succeeds slowly. */
export const faultKinds = [
  'none',
  'cut',
  'reset',
  'stall',
  'drip',
  'duplicate',
  'reorder',
  'garbage frame',
  'garbage tail',
  'garbage head',
  'status',
  'redirect',
  'refused connection',
  'unknown host',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** One chat: the bytes the engine sends, and what the service must answer. */
export interface PlannedFault {
  number: number
  kind: FaultKind
  stream: boolean
  /** Written one by one; `end` says what then happens to the connection. */
  pieces: readonly Buffer[]
  end: 'keep' | 'close' | 'reset' | 'stall'
  /** The complete reply's text. */
  text: string
  /** `either`: the bytes don't tell whether the reply is complete, so both outcomes are correct. */
  expected: 'whole' | 'error' | 'either'
  /** The HTTP status the caller must get, if only one is correct. */
  status?: number
}

type FaultBehavior = Pick<PlannedFault, 'pieces' | 'end' | 'expected'> & Partial<Pick<PlannedFault, 'text' | 'status'>>

interface Reply {
  stream: boolean
  words: readonly string[]
  framing: BodyFraming
  redirectTarget: string
}

const words = ['one ', 'two ', 'grün ', '👋 ', 'four ', 'fünf ', 'six ', '七 ', 'eight ', 'nine '] as const

/** Plans one chat with a fault of this kind. Redirects point at `redirectTarget`, which must never be requested. */
export function planFault(random: SeededRandom, number: number, kind: FaultKind, redirectTarget: string): PlannedFault {
  const stream = random.next() < 0.7
  const tokens = Array.from({ length: 1 + random.integer(9) }, () => random.pick(words))
  const reply = { stream, words: tokens, framing: random.pick(bodyFramings), redirectTarget }
  return { number, kind, stream, text: tokens.join(''), ...behaviors[kind](random, reply) }
}

const unreachable = (): FaultBehavior => ({ pieces: [], end: 'close', expected: 'error', status: 502 })

const behaviors: Record<FaultKind, (random: SeededRandom, reply: Reply) => FaultBehavior> = {
  none: (_, reply) => ({ pieces: [encodeReply(reply)], end: regularEnd(reply), expected: 'whole' }),
  cut: (random, reply) => ({ pieces: [randomPrefix(random, encodeReply(reply))], end: 'close', expected: 'either' }),
  reset: (random, reply) => ({ pieces: [randomPrefix(random, encodeReply(reply))], end: 'reset', expected: 'either' }),
  stall: (random, reply) => ({ pieces: [randomPrefix(random, encodeReply(reply))], end: 'stall', expected: 'either' }),
  drip: (random, reply) => {
    const wire = encodeReply(reply)
    const pieces: Buffer[] = []
    for (let at = 0; at < wire.length;) pieces.push(wire.subarray(at, (at += 1 + random.integer(40))))
    return { pieces, end: regularEnd(reply), expected: 'whole' }
  },
  duplicate(random, reply) {
    if (!reply.stream) return invalidJsonBehavior(reply, completionJson(reply.words).repeat(2))
    const frames = [...streamFrames(reply.words)]
    const at = random.integer(frames.length)
    frames.splice(at, 0, ...frames.slice(at, at + 1))
    return framesBehavior(reply, frames)
  },
  reorder(random, reply) {
    const whole = completionJson(reply.words)
    const middle = 1 + random.integer(whole.length - 1)
    if (!reply.stream) return invalidJsonBehavior(reply, whole.slice(middle) + whole.slice(0, middle))
    const frames = [...streamFrames(reply.words)]
    const from = random.integer(frames.length)
    const moved = frames.splice(from, 1)
    frames.splice(random.integer(frames.length + 1), 0, ...moved)
    return framesBehavior(reply, frames)
  },
  'garbage frame'(random, reply) {
    const garbage = randomGarbage(random)
    if (!reply.stream) {
      const whole = Buffer.from(completionJson(reply.words))
      const at = 1 + random.integer(whole.length - 1)
      const hit = Buffer.concat([whole.subarray(0, at), Buffer.from('"\u0000'), garbage, whole.subarray(at)])
      return { ...invalidJsonBehavior(reply, hit), expected: 'error' }
    }
    const frames: (string | Buffer)[] = [...streamFrames(reply.words)]
    const at = random.integer(frames.length + 1)
    frames.splice(at, 0, Buffer.concat([Buffer.from('data: '), garbage, Buffer.from('\n\n')]))
    const expected = at > frames.indexOf(doneFrame) ? 'whole' : 'error'
    return { pieces: [encodeResponse(frames, reply.framing)], end: regularEnd(reply), expected }
  },
  'garbage tail': (random, reply) => ({
    pieces: [randomPrefix(random, encodeReply(reply)), randomGarbage(random)],
    end: 'close',
    expected: 'either',
  }),
  'garbage head': (random) => ({ pieces: [randomGarbage(random)], end: 'close', expected: 'error', status: 502 }),
  status(random, { framing }) {
    const status = random.pick([400, 401, 403, 404, 408, 409, 413, 418, 422, 429, 500, 501, 502, 503, 504, 529])
    const [type, body] = random.pick(refusals)
    const expectedStatus = status >= 500 || status === 401 || status === 403 ? 502 : status
    return {
      pieces: [encodeResponse([body], framing, { status, type })],
      end: 'close',
      expected: 'error',
      status: expectedStatus,
    }
  },
  redirect(random, { framing, redirectTarget }) {
    const status = random.pick([300, 301, 302, 303, 304, 305, 307, 308])
    const wire = encodeResponse([], framing, { status, headers: { location: redirectTarget } })
    return { pieces: [wire], end: 'close', expected: 'error', status: 502 }
  },
  'refused connection': unreachable,
  'unknown host': unreachable,
}

type Refusal = readonly [type: string, body: string]

const refusals: readonly [Refusal, ...Refusal[]] = [
  ['application/json', '{"error":{"message":"From the engine.","type":"engine_error","code":"own"}}'],
  ['application/json', '{"error":"From the engine."}'],
  ['application/json', '{"detail":[{"loc":["body"]}]}'],
  ['application/json', '{"error":{"message":'],
  ['text/html', '<!doctype html><title>Sorry</title>'],
  ['text/plain', 'x'.repeat(200_000)],
  ['text/plain', ''],
]

function encodeReply({ stream, words: tokens, framing }: Reply): Buffer {
  return stream
    ? encodeResponse(streamFrames(tokens), framing)
    : encodeResponse([completionJson(tokens)], framing, { type: 'application/json' })
}

function framesBehavior(reply: Reply, frames: readonly string[]): FaultBehavior {
  return {
    pieces: [encodeResponse(frames, reply.framing)],
    end: regularEnd(reply),
    text: textOfFrames(frames),
    expected: 'whole',
  }
}

/** A non-streamed reply whose body isn't valid JSON. */
function invalidJsonBehavior(reply: Reply, body: string | Buffer): FaultBehavior {
  const wire = encodeResponse([body], reply.framing, { type: 'application/json' })
  return { pieces: [wire], end: regularEnd(reply), expected: 'error', status: 502 }
}

/** A prefix that is always shorter than the whole. */
function randomPrefix(random: SeededRandom, wire: Buffer): Buffer {
  return wire.subarray(0, random.integer(wire.length))
}

function regularEnd({ framing }: Reply): 'keep' | 'close' {
  return framing === 'close' ? 'close' : 'keep'
}

/** Bytes that are neither UTF-8 nor JSON, and can't complete JSON sent before them. */
function randomGarbage(random: SeededRandom): Buffer {
  return Buffer.concat([random.bytes(1, 0xf8, 0xff), random.bytes(random.integer(60), 0x80, 0xff)])
}
