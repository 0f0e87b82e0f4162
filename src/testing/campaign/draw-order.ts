import type { CampaignRandom } from './random.ts'
import { completionOf, done, framings, streamOf, textOf, wireOf, type Framing } from './wire.ts'

/** What can go wrong between service and engine; `none` goes right, and `drip` only slowly. */
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

/** One chat of a campaign: what the engine sends, byte by byte, and what its caller must be told. */
export interface Order {
  number: number
  kind: FaultKind
  stream: boolean
  /** What is written, in these pieces; then the connection is treated as `end` says. */
  pieces: readonly Buffer[]
  end: 'keep' | 'close' | 'reset' | 'stall'
  /** What a whole reply reads. */
  text: string
  /** `either`: only the engine knows whether what it sent was all, so whole and error are both right. */
  must: 'whole' | 'error' | 'either'
  /** The status that the caller must see, where it is certain. */
  status?: number
}

/** An order as it is drawn, before it has its number. */
type Drawn = Pick<Order, 'pieces' | 'end' | 'must'> & Partial<Pick<Order, 'text' | 'status'>>

interface Reply {
  stream: boolean
  words: readonly string[]
  framing: Framing
  /** Where redirects lead. */
  elsewhere: string
}

const words = ['one ', 'two ', 'grün ', '👋 ', 'four ', 'fünf ', 'six ', '七 ', 'eight ', 'nine '] as const

/** Draws the next order. `elsewhere` is the address that redirects point at. Pure, but for the random numbers. */
export function drawOrder(random: CampaignRandom, number: number, kind: FaultKind, elsewhere: string): Order {
  const stream = random.next() < 0.7
  const said = Array.from({ length: 1 + random.below(9) }, () => random.pick(words))
  const reply = { stream, words: said, framing: random.pick(framings), elsewhere }
  return { number, kind, stream, text: said.join(''), ...draw[kind](random, reply) }
}

const goneAway = (): Drawn => ({ pieces: [], end: 'close', must: 'error', status: 502 })

const draw: Record<FaultKind, (random: CampaignRandom, reply: Reply) => Drawn> = {
  none: (_, reply) => ({ pieces: [wireOfReply(reply)], end: endOf(reply), must: 'whole' }),
  cut: (random, reply) => ({ pieces: [startOf(random, wireOfReply(reply))], end: 'close', must: 'either' }),
  reset: (random, reply) => ({ pieces: [startOf(random, wireOfReply(reply))], end: 'reset', must: 'either' }),
  stall: (random, reply) => ({ pieces: [startOf(random, wireOfReply(reply))], end: 'stall', must: 'either' }),
  drip: (random, reply) => {
    const wire = wireOfReply(reply)
    const pieces: Buffer[] = []
    for (let at = 0; at < wire.length;) pieces.push(wire.subarray(at, (at += 1 + random.below(40))))
    return { pieces, end: endOf(reply), must: 'whole' }
  },
  duplicate(random, reply) {
    if (!reply.stream) return singleOf(reply, completionOf(reply.words).repeat(2))
    const frames = [...streamOf(reply.words)]
    const at = random.below(frames.length)
    frames.splice(at, 0, ...frames.slice(at, at + 1))
    return framesOf(reply, frames)
  },
  reorder(random, reply) {
    const whole = completionOf(reply.words)
    const middle = 1 + random.below(whole.length - 1)
    if (!reply.stream) return singleOf(reply, whole.slice(middle) + whole.slice(0, middle))
    const frames = [...streamOf(reply.words)]
    const from = random.below(frames.length)
    const moved = frames.splice(from, 1)
    frames.splice(random.below(frames.length + 1), 0, ...moved)
    return framesOf(reply, frames)
  },
  'garbage frame'(random, reply) {
    const garbage = garbageOf(random)
    if (!reply.stream) {
      const whole = Buffer.from(completionOf(reply.words))
      const at = 1 + random.below(whole.length - 1)
      const hit = Buffer.concat([whole.subarray(0, at), Buffer.from('"\u0000'), garbage, whole.subarray(at)])
      return { ...singleOf(reply, hit), must: 'error' }
    }
    const frames: (string | Buffer)[] = [...streamOf(reply.words)]
    const at = random.below(frames.length + 1)
    frames.splice(at, 0, Buffer.concat([Buffer.from('data: '), garbage, Buffer.from('\n\n')]))
    const must = at > frames.indexOf(done) ? 'whole' : 'error'
    return { pieces: [wireOf(frames, reply.framing)], end: endOf(reply), must }
  },
  'garbage tail': (random, reply) => ({
    pieces: [startOf(random, wireOfReply(reply)), garbageOf(random)],
    end: 'close',
    must: 'either',
  }),
  'garbage head': (random) => ({ pieces: [garbageOf(random)], end: 'close', must: 'error', status: 502 }),
  status(random, { framing }) {
    const status = random.pick([400, 401, 403, 404, 408, 409, 413, 418, 422, 429, 500, 501, 502, 503, 504, 529])
    const [type, body] = random.pick(refusals)
    const told = status >= 500 || status === 401 || status === 403 ? 502 : status
    return { pieces: [wireOf([body], framing, { status, type })], end: 'close', must: 'error', status: told }
  },
  redirect(random, { framing, elsewhere }) {
    const status = random.pick([300, 301, 302, 303, 304, 305, 307, 308])
    const wire = wireOf([], framing, { status, headers: { location: elsewhere } })
    return { pieces: [wire], end: 'close', must: 'error', status: 502 }
  },
  'refused connection': goneAway,
  'unknown host': goneAway,
}

type Refusal = readonly [type: string, body: string]

const refusals: readonly [Refusal, ...Refusal[]] = [
  ['application/json', '{"error":{"message":"Said by the engine.","type":"engine_error","code":"own"}}'],
  ['application/json', '{"error":"Said by the engine."}'],
  ['application/json', '{"detail":[{"loc":["body"]}]}'],
  ['application/json', '{"error":{"message":'],
  ['text/html', '<!doctype html><title>Sorry</title>'],
  ['text/plain', 'x'.repeat(200_000)],
  ['text/plain', ''],
]

function wireOfReply({ stream, words: said, framing }: Reply): Buffer {
  return stream ? wireOf(streamOf(said), framing) : wireOf([completionOf(said)], framing, { type: 'application/json' })
}

function framesOf(reply: Reply, frames: readonly string[]): Drawn {
  return { pieces: [wireOf(frames, reply.framing)], end: endOf(reply), text: textOf(frames), must: 'whole' }
}

/** A single reply whose JSON is none. */
function singleOf(reply: Reply, body: string | Buffer): Drawn {
  const wire = wireOf([body], reply.framing, { type: 'application/json' })
  return { pieces: [wire], end: endOf(reply), must: 'error', status: 502 }
}

/** The first bytes, never all of them. */
function startOf(random: CampaignRandom, wire: Buffer): Buffer {
  return wire.subarray(0, random.below(wire.length))
}

function endOf({ framing }: Reply): 'keep' | 'close' {
  return framing === 'close' ? 'close' : 'keep'
}

/** Bytes that are neither text nor JSON, and can close none that was begun. */
function garbageOf(random: CampaignRandom): Buffer {
  return Buffer.concat([random.bytes(1, 0xf8, 0xff), random.bytes(random.below(60), 0x80, 0xff)])
}
