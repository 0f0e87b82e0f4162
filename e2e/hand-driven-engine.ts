import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An OpenAI-style engine over HTTP whose every chunk is sent by the test. */
export interface HandDrivenEngine {
  /** For `PARLEY_ENGINE_URL`. */
  baseUrl: string
  /** Waits for the next chat request and returns its reply, not yet begun. */
  nextReply(): Promise<HandDrivenReply>
  stop(): Promise<void>
}

export interface HandDrivenReply {
  request: { model: string; messages: unknown[]; [field: string]: unknown }
  say(text: string): void
  callTool(piece: { index: number; id?: string; function: { name?: string; arguments: string } }): void
  finish(reason?: string): void
  /** Resolves when the caller disconnects. */
  gone: Promise<void>
}

const modelId = 'hand-driven'

/** Starts one on a port, by default on any free one. */
export async function startHandDrivenEngine(at = 0): Promise<HandDrivenEngine> {
  const arrived: HandDrivenReply[] = []
  const waiting: ((reply: HandDrivenReply) => void)[] = []

  const server = createServer((request, response) => {
    if (request.url === '/v1/models') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: [{ id: modelId, object: 'model', owned_by: 'test' }] }))
      return
    }
    void readBody(request).then((body) => {
      const reply = openReply(JSON.parse(body) as HandDrivenReply['request'], response)
      const taker = waiting.shift()
      if (taker) taker(reply)
      else arrived.push(reply)
    })
  })
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    nextReply: () => {
      const reply = arrived.shift()
      return reply ? Promise.resolve(reply) : new Promise((resolve) => waiting.push(resolve))
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function openReply(request: HandDrivenReply['request'], response: ServerResponse): HandDrivenReply {
  const send = (delta: object, finishReason: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: finishReason }]
    const chunk = { id: 'hand-1', object: 'chat.completion.chunk', created: 1, model: modelId, choices }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  return {
    request,
    say: (content) => send({ content }, null),
    callTool: (piece) => send({ tool_calls: [{ type: 'function', ...piece }] }, null),
    finish(reason = 'stop') {
      send({}, reason)
      response.end('data: [DONE]\n\n')
    },
    gone: once(response, 'close').then(() => undefined),
  }
}

async function readBody(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
