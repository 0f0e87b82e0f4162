import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { type EnginePlayer, type Played, pieceFrame, startEnginePlayer } from './engine-player.ts'

/**
 * The required outcome: the whole reply, an HTTP error, or (once a stream has begun) an error frame. Endless replies last
 * until the caller disconnects.
 */
export type Expected = 'whole' | 'endless' | { status: number; codes: string[] } | { frame: string[] }

/** One behavior of an engine, with the required outcomes for single and streamed replies. */
export interface Fault {
  play(reply: { response: ServerResponse; isStream: boolean; gone: Promise<void> }): void
  single: Expected
  streamed: Expected
  /** Keeps a processor busy, so it must not run in parallel with tests that have deadlines. */
  isHeavy?: boolean
}

const half = '{"choices":[{"message":{"role":"assistant","content":"Half a rep'
const whole = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Grüße 👋' }, finish_reason: 'stop' }],
})
const done = 'data: [DONE]\n\n'
const stream = pieceFrame('Grüße') + pieceFrame(' 👋', 'stop') + done
const errorFrame = `data: ${JSON.stringify({ error: { message: 'out of memory', type: 'server_error', code: 'oom' } })}\n\n`

const cut = { frame: ['upstream_cut'] }
const late = { status: 504, codes: ['upstream_timeout'] }
const refused = (...codes: string[]) => ({ status: 502, codes })
const nonsense = refused('upstream_invalid')
const engineStatus = (status: number, expected: Expected, headers: Record<string, string> = {}): Fault => ({
  play: ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end('{"error":{"message":"said by the engine","type":"engine_error","code":"own"}}')
  },
  single: expected,
  streamed: expected,
})
const body = (
  text: string | Buffer,
  single: Expected,
  streamed: Expected,
  headers: Record<string, string> = {},
): Fault => ({
  play: ({ response }) => response.writeHead(200, headers).end(text),
  single,
  streamed,
})
/** Sends the beginning of a reply before the failure. */
const begin = (response: ServerResponse, isStream: boolean, then: () => void = () => {}) =>
  response.writeHead(200).write(isStream ? pieceFrame('Half a rep') : half, then)

/** All known failures, and some valid replies that look like failures, by model name. */
export const faults: Readonly<Record<string, Fault>> = {
  'never-answers': { play: () => {}, single: late, streamed: late },
  'stalls-after-headers': {
    play: ({ response }) => response.writeHead(200).flushHeaders(),
    single: late,
    streamed: late,
  },
  stalls: {
    play: ({ response, isStream }) => begin(response, isStream),
    single: late,
    streamed: { frame: ['upstream_timeout'] },
  },
  'stalls-after-the-last-word': {
    play: ({ response, isStream }) => response.writeHead(200).write(isStream ? pieceFrame('Hi', 'stop') : whole),
    single: late,
    streamed: 'whole',
  },
  'cut-between-frames': {
    play: ({ response, isStream }) => begin(response, isStream, () => response.end()),
    single: refused('upstream_cut'),
    streamed: cut,
  },
  'cut-mid-frame': {
    play: ({ response, isStream }) => begin(response, isStream, () => response.end('data: {"choices":[{"ind')),
    single: refused('upstream_cut'),
    streamed: cut,
  },
  'cut-mid-character': {
    play: ({ response, isStream }) =>
      response
        .writeHead(200)
        .end(
          Buffer.from(isStream ? pieceFrame('Hi') + 'data: {"choices":[{"delta":{"content":"👋' : `${half}👋`).subarray(
            0,
            -2,
          ),
        ),
    single: refused('upstream_cut'),
    streamed: cut,
  },
  'cut-short-of-its-length': {
    play: ({ response, isStream }) => {
      const text = isStream ? pieceFrame('Half a rep') : half
      response.writeHead(200, { 'content-length': '100000' }).write(text, () => response.socket?.end())
    },
    single: refused('upstream_cut'),
    streamed: cut,
  },
  resets: {
    play: ({ response, isStream }) => begin(response, isStream, () => response.socket?.resetAndDestroy()),
    single: refused('upstream_cut'),
    streamed: cut,
  },
  'resets-at-once': {
    play: ({ response }) => response.socket?.resetAndDestroy(),
    single: refused('upstream_cut'),
    streamed: refused('upstream_cut'),
  },
  'closes-without-answer': {
    play: ({ response }) => response.socket?.destroy(),
    single: refused('upstream_cut'),
    streamed: refused('upstream_cut'),
  },
  'half-without-length': {
    play: ({ response }) => response.socket?.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${half}`),
    single: refused('upstream_cut'),
    streamed: refused('upstream_cut'),
  },
  'web-page': body('<!doctype html>\n<title>It works!</title>', nonsense, nonsense, { 'content-type': 'text/html' }),
  'web-page-as-stream': body('<html>\n\n</html>\n\n', nonsense, nonsense, { 'content-type': 'text/event-stream' }),
  empty: body('', nonsense, nonsense),
  'no-content': engineStatus(204, nonsense),
  'json-of-nothing': body('{}', nonsense, nonsense),
  'no-choices': body('{"choices":[]}', nonsense, nonsense),
  garbage: body(Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a, 0x0a, 0xc3, 0x28]), nonsense, nonsense),
  'garbage-frame': {
    play: ({ response, isStream }) => begin(response, isStream, () => response.end(`data: oops\n\n${done}`)),
    single: refused('upstream_cut'),
    streamed: { frame: ['upstream_invalid'] },
  },
  'another-api': body(
    `event: message_start\ndata: {"type":"message_start"}\n\ndata: {"type":"content_block_delta"}\n\n${done}`,
    nonsense,
    nonsense,
  ),
  'unusable-chunks': body(`data: {"choices":[]}\n\ndata: {}\n\n${done}`, nonsense, nonsense),
  'not-gzip': body('plain', refused('upstream_invalid', 'upstream_cut'), refused('upstream_invalid', 'upstream_cut'), {
    'content-encoding': 'gzip',
  }),
  'error-frame': {
    play: ({ response }) => response.writeHead(200).end(pieceFrame('Half a rep') + errorFrame),
    single: refused('oom'),
    streamed: { frame: ['oom'] },
  },
  'error-then-done': {
    play: ({ response }) => response.writeHead(200).end(pieceFrame('Half a rep') + errorFrame + done),
    single: refused('oom'),
    streamed: { frame: ['oom'] },
  },
  'error-first': body(errorFrame + done, refused('oom'), refused('oom')),
  'error-as-reason': {
    play: ({ response }) => response.writeHead(200).end(pieceFrame('Half a rep') + pieceFrame('', 'error') + done),
    single: refused('upstream_cut'),
    streamed: cut,
  },
  'refuses-our-key-inside': body(
    '{"error":{"message":"bad key","code":"invalid_api_key"}}',
    refused('invalid_api_key'),
    refused('invalid_api_key'),
  ),
  'rate-limit': engineStatus(429, { status: 429, codes: ['own'] }, { 'retry-after': '7' }),
  'bad-request': engineStatus(400, { status: 400, codes: ['own'] }),
  unprocessable: engineStatus(422, { status: 422, codes: ['own'] }),
  'refuses-our-key': engineStatus(401, refused('upstream_refused')),
  'wants-a-proxy-key': engineStatus(407, refused('upstream_refused')),
  breaks: engineStatus(500, refused('own')),
  overloaded: engineStatus(503, refused('own')),
  redirect: engineStatus(307, nonsense, { location: '/v1/elsewhere' }),
  'huge-frame': {
    ...body(pieceFrame('x'.repeat(17 * 1024 * 1024), 'stop') + done, 'whole', nonsense),
    isHeavy: true,
  },
  'endless-json': {
    play: ({ response, gone }) => {
      response.writeHead(200).write('{"choices":"')
      pourOut(response, gone, 'x'.repeat(256 * 1024))
    },
    single: nonsense,
    streamed: nonsense,
    isHeavy: true,
  },
  'goes-on': {
    play: ({ response, isStream, gone }) => {
      const timer = setInterval(() => response.write(isStream ? pieceFrame('and on ') : ' '), 5)
      void gone.then(() => clearInterval(timer))
    },
    single: 'endless',
    streamed: 'endless',
  },
  'slow-drip': {
    play: ({ response, isStream, gone }) => drip(response, gone, isStream ? stream : whole),
    single: 'whole',
    streamed: 'whole',
  },
  'wrong-type': {
    play: ({ response, isStream }) =>
      response.writeHead(200, { 'content-type': isStream ? 'text/html' : 'text/plain' }).end(isStream ? stream : whole),
    single: 'whole',
    streamed: 'whole',
  },
  'without-done': body(pieceFrame('Grüße', 'length'), 'whole', 'whole'),
  'without-reason': body(pieceFrame('Grüße') + done, 'whole', 'whole'),
}

const asked = z.object({ model: z.string(), stream: z.boolean().default(false) })

/** Starts an engine with one model per fault; the model's name selects it. */
export function startFaultEngine(): Promise<EnginePlayer> {
  return startEnginePlayer(playFault, Object.keys(faults))
}

/** The script of an engine with one model per fault. */
export function playFault({ body: text, response, gone }: Played): void {
  const { model, stream: isStream } = asked.parse(JSON.parse(text))
  const fault = faults[model]
  if (fault) fault.play({ response, isStream, gone })
  else response.writeHead(404).end(`There is no fault “${model}”.`)
}

function pourOut(response: ServerResponse, gone: Promise<void>, piece: string): void {
  let isOver = false
  void gone.then(() => {
    isOver = true
  })
  const pour = () => {
    while (response.writable && response.write(piece));
    if (!isOver) response.once('drain', pour)
  }
  pour()
}

/** Sends three bytes at a time, splitting characters and frames everywhere. */
function drip(response: ServerResponse, gone: Promise<void>, text: string): void {
  const bytes = Buffer.from(text)
  let at = 0
  const timer = setInterval(() => {
    if (at >= bytes.length) {
      clearInterval(timer)
      response.end()
      return
    }
    response.write(bytes.subarray(at, (at += 3)))
  }, 2)
  void gone.then(() => clearInterval(timer))
}
