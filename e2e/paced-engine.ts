import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a model of this engine answers; times in milliseconds. */
export interface Pace {
  /** From the request to the first piece. */
  before: number
  /** Between two pieces. */
  between: number
  pieces: number
  /** Pieces of reasoning that come before those of the answer. */
  reasoning?: number
  /** `stall` never ends, `cut` breaks the connection, `refuse` gives an error and no reply. */
  ending?: 'stop' | 'length' | 'stall' | 'cut' | 'refuse'
  /** Sent as it is; absent is none. */
  usage?: object
  /** US dollars per token, as text. */
  pricing?: { prompt: string; completion: string; input_cache_read?: string }
}

/** What the engine itself measured of a reply, in seconds: machine noise is in these as in what the page measures. */
export interface Measured {
  model: string
  firstToken: number
  /** From the first piece to the last. */
  decoding: number
  /** From the first piece of reasoning to the first of the answer. */
  thinking: number
}

/** A real HTTP server whose models answer at the paces they are given, and which measures when it really sent each piece. */
export interface PacedEngine {
  /** What `PARLEY_ENGINE_URL` takes. */
  baseUrl: string
  /** Every reply that was sent to its end, in the order of the ends. */
  measured: Measured[]
  stop(): Promise<void>
}

/** Starts one on any free port. */
export async function startPacedEngine(models: Readonly<Record<string, Pace>>): Promise<PacedEngine> {
  const measured: Measured[] = []
  const list = Object.entries(models).map(([id, { pricing }]) => ({ id, object: 'model', ...(pricing && { pricing }) }))
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: list }))
      return
    }
    const askedAt = performance.now()
    void readBody(request).then(async (body) => {
      const { model } = JSON.parse(body) as { model: string }
      const pace = models[model]
      if (!pace || pace.ending === 'refuse') {
        response.writeHead(500, { 'content-type': 'application/json' })
        response.end('{"error":{"message":"The engine is out of memory.","type":"server_error","code":"oom"}}')
        return
      }
      const times = await send(response, pace)
      if (times) measured.push({ model, ...times, firstToken: times.firstToken - askedAt / 1000 })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    measured,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function send(response: ServerResponse, pace: Pace) {
  const { before, between, pieces, reasoning = 0, ending = 'stop', usage } = pace
  const write = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  const choose = (delta: object, reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason: reason }] })
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  const at: number[] = []
  const start = performance.now()
  for (let piece = 0; piece < reasoning + pieces; piece += 1) {
    // Against the clock, so that late timers do not add up.
    await until(start + before + piece * between)
    if (response.destroyed) return undefined
    write(choose(piece < reasoning ? { reasoning_content: 'Hm, ' } : { content: `word${piece} ` }, null))
    at.push(performance.now() / 1000)
  }
  if (ending === 'stall') return undefined
  if (ending === 'cut') {
    response.destroy()
    return undefined
  }
  write(choose({}, ending))
  if (usage) write({ choices: [], usage })
  response.end('data: [DONE]\n\n')
  const [first = 0, answer = 0, last = 0] = [at[0], at[reasoning], at.at(-1)]
  return { firstToken: first, decoding: last - first, thinking: answer - first }
}

async function until(time: number): Promise<void> {
  const rest = time - performance.now()
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
}

async function readBody(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
