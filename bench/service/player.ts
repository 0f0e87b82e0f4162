import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A mock engine. `max_tokens` sets the number of chunks of a stream, `seed` the milliseconds between them.

const identity = { id: 'chatcmpl-bench', created: 1_700_000_000, model: 'tiny' }
const content = 'The ferry leaves at noon, and again when the tide is in. '
const chunk = (delta: object, reason: string | null) =>
  `data: ${JSON.stringify({ ...identity, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
const piece = chunk({ content: ' harbour' }, null)
const last = `${chunk({}, 'stop')}data: [DONE]\n\n`
const whole = JSON.stringify({
  ...identity,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: content.repeat(4) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 20, completion_tokens: 60, total_tokens: 80 },
})

function stream(response: ServerResponse, chunks: number, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ role: 'assistant', content: '' }, null))
  response.write(piece)
  let sent = 1
  const timer = setInterval(() => {
    sent++
    if (sent <= chunks) return void response.write(piece)
    clearInterval(timer)
    response.end(last)
  }, everyMs)
  response.on('close', () => clearInterval(timer))
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    if (request.method === 'GET') return void response.end('{"object":"list","data":[{"id":"tiny"}]}')
    const asked = JSON.parse(body) as { stream?: boolean; max_tokens?: number; seed?: number }
    if (asked.stream) return stream(response, asked.max_tokens ?? 1, asked.seed ?? 1)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length }).end(whole)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', 4096, () => {
  process.send?.({ ready: { port: (server.address() as AddressInfo).port } })
})
