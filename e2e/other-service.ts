import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An OpenAI-style service on another origin, for direct connections of the page. */
export interface OtherService {
  /** `http://127.0.0.1:PORT`, without a path. */
  origin: string
  /** All requests except preflights. */
  requests: { path: string; authorization: string | undefined }[]
  /** The model ids that chats named. */
  chatModels: string[]
  stop(): Promise<void>
}

interface OtherServiceOptions {
  cors?: boolean
  /** The required key. */
  key?: string
  /** The redirect target of paths below `/moved`. */
  movedTo?: string
  /** The entries of its list of models, if not one for each that it can play. */
  models?: readonly { id: string }[]
}

/** Each model behaves as its name says. */
const otherModels = ['other-good', 'other-long', 'other-cut', 'other-limited', 'other-broken', 'other-silent'] as const

/** Starts one on a port, by default on any free one. */
export async function startOtherService(
  { cors = true, key, movedTo, models }: OtherServiceOptions = {},
  port = 0,
): Promise<OtherService> {
  const requests: OtherService['requests'] = []
  const chatModels: string[] = []
  const list = { object: 'list', data: models ?? otherModels.map((id) => ({ id })) }
  const server = createServer((request, response) => {
    const { url: path = '', method } = request
    if (cors) allow(response)
    if (method === 'OPTIONS') return void response.writeHead(cors ? 204 : 405).end()
    requests.push({ path, authorization: request.headers.authorization })
    if (path.startsWith('/moved')) return void response.writeHead(307, { location: `${movedTo ?? ''}${path}` }).end()
    if (path.startsWith('/page'))
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi')
    if (!path.startsWith('/v1/')) return void response.writeHead(404).end('404 page not found')
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, 'Wrong key.')
    if (path === '/v1/models') return json(response, 200, list)
    void readBody(request).then((body) => {
      chatModels.push(body.model)
      play(body, response)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    chatModels,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function play({ model }: { model: string }, response: ServerResponse): void {
  const say = (content: string, reason: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`,
    )
  const begin = () => response.writeHead(200, { 'content-type': 'text/event-stream' })
  switch (model) {
    case 'other-good':
      begin()
      say('Hello from elsewhere.', 'stop')
      return void response.end('data: [DONE]\n\n')
    case '/models/other-whole.gguf': {
      const message = { role: 'assistant', content: 'All at once.' }
      return json(response, 200, { choices: [{ index: 0, message, finish_reason: 'stop' }] })
    }
    case 'other-page':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi')
    case 'other-long':
      begin()
      say('As far as it', 'length')
      return void response.end('data: [DONE]\n\n')
    case 'other-cut':
      begin()
      say('Half a rep')
      return void setTimeout(() => response.socket?.destroy(), 300)
    case 'other-limited':
      response.setHeader('retry-after', '3')
      return refuse(response, 429, 'Too many requests.')
    case 'other-broken':
      return refuse(response, 503, 'Out of memory.')
    case 'other-silent':
      return
    default:
      return refuse(response, 404, `The model ${model} does not exist.`)
  }
}

function allow(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'authorization, content-type')
  response.setHeader('access-control-expose-headers', 'retry-after')
}

function refuse(response: ServerResponse, status: number, message: string): void {
  json(response, status, { error: { message, type: 'test', param: null, code: null } })
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<{ model: string }> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  return JSON.parse(text) as { model: string }
}
