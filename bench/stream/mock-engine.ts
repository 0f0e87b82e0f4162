import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { EngineOrders, EngineReport } from './engine-orders.ts'
import { tokensOfReply } from './reply-text.ts'

// A child process: an engine that streams one event per token at the requested rate, and serves the peers' pages.

const pages = process.argv[2] ?? '.'
let orders: EngineOrders = { tokens: 1000, rate: 100, head: 0 }
const report: EngineReport = { phase: 'idle', endedAt: 0 }
const events = new Map<number, string[]>()
/** Events per write if the rate is unlimited. */
const burst = 64
/** The pause between the immediate tokens and the measured ones, in milliseconds. */
const rest = 3500

const server = createServer((request, response) => {
  void answer(request, response).catch(() => response.destroy())
})
// Exit with the parent process.
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://engine').pathname
  if (path.endsWith('/chat/completions')) return streamReply(request, response)
  if (path === '/orders') {
    orders = JSON.parse(await readAll(request)) as EngineOrders
    Object.assign(report, { phase: 'idle', endedAt: 0 })
    eventsOf(orders.tokens)
    return sendJson(response, {})
  }
  if (path === '/report') return sendJson(response, report)
  if (path === '/v1/models') return sendJson(response, { object: 'list', data: [{ id: 'bench', object: 'model' }] })
  return sendFile(path, response)
}

async function streamReply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await readAll(request)
  const { tokens, rate, head } = orders
  const all = eventsOf(tokens)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.socket?.setNoDelay(true)
  const send = async (from: number, until: number) => {
    const text = all.slice(from, until).join('')
    if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  const atOnce = rate === 0 ? all.length : Math.min(head, all.length)
  for (let sent = 0; sent < atOnce && !response.destroyed; sent += burst) {
    await send(sent, Math.min(sent + burst, atOnce))
    await turn()
  }
  if (head > 0) {
    report.phase = 'resting'
    await pause(rest)
  }
  report.phase = 'streaming'
  const begun = performance.now()
  for (let sent = atOnce; sent < all.length && !response.destroyed; sent++) {
    await send(sent, sent + 1)
    while (performance.now() - begun < ((sent + 1 - atOnce) / rate) * 1000) await pause(1)
  }
  if (response.destroyed) return
  const usage = { prompt_tokens: 10, completion_tokens: all.length, total_tokens: all.length + 10 }
  response.end(`${eventOf({}, 'stop', { usage })}data: [DONE]\n\n`, () => {
    Object.assign(report, { phase: 'ended', endedAt: performance.timeOrigin + performance.now() })
  })
}

function eventsOf(tokens: number): string[] {
  const made = events.get(tokens) ?? tokensOfReply(tokens).map((content) => eventOf({ content }, null))
  events.set(tokens, made)
  return made
}

function eventOf(delta: object, finishReason: string | null, more: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  const chunk = { id: 'bench-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices, ...more }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  return text
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

async function sendFile(path: string, response: ServerResponse): Promise<void> {
  const file = join(pages, normalize(path.endsWith('/') ? `${path}index.html` : path))
  const bytes = await readFile(file).catch(() => undefined)
  if (!bytes) return void response.writeHead(404).end()
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  response.end(bytes)
}
