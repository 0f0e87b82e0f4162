import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a model replies; times in milliseconds. */
export interface Pace {
  /** From the request to the first chunk. */
  before: number
  /** Between two chunks. */
  between: number
  pieces: number
  /** Chunks of reasoning before the answer. */
  reasoning?: number
  /** `stall` never ends, `cut` breaks the connection, `refuse` gives an error and no reply. */
  ending?: 'stop' | 'length' | 'stall' | 'cut' | 'refuse'
  /** Sent unchanged. */
  usage?: object
  /** US dollars per token. */
  pricing?: { prompt: string; completion: string; input_cache_read?: string }
}

/** A reply's timings as measured by the engine, in seconds. They contain the same machine noise as the page's. */
export interface MeasuredReply {
  model: string
  firstToken: number
  /** From the first chunk to the last. */
  decoding: number
  /** From the first chunk of reasoning to the first of the answer. */
  thinking: number
}

/** An engine over HTTP that replies at given paces and measures when it sent each chunk. */
export interface PacedEngine {
  /** For `PARLEY_ENGINE_URL`. */
  baseUrl: string
  /** Completed replies, in order of completion. */
  measured: MeasuredReply[]
  stop(): Promise<void>
}

/** Starts one on a free port. */
export async function startPacedEngine(models: Readonly<Record<string, Pace>>): Promise<PacedEngine> {
  const measured: MeasuredReply[] = []
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
    // Relative to the start, so that timer delays don't accumulate.
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
