import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { freePort } from '#testing/free-port.ts'

export interface TestMcpServer {
  url: string
  stop(): Promise<void>
}

/** It listens on every interface; tests only use the loopback one. */
const onLoopback = `data:text/javascript,${encodeURIComponent(
  `import net from 'node:net'
   const { listen } = net.Server.prototype
   net.Server.prototype.listen = function (port, ...rest) { return listen.call(this, { port: Number(port), host: '127.0.0.1' }, ...rest) }`,
)}`

/** The official test server, over Streamable HTTP. */
export async function startEverythingServer(): Promise<TestMcpServer> {
  const port = await freePort()
  const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
  const child = spawn(process.execPath, ['--import', onLoopback, script, 'streamableHttp'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      if (text.toString().includes('listening')) resolve()
    })
    child.on('exit', () => reject(new Error('The MCP server ended.')))
  })
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

interface JsonRpcRequest {
  id?: number
  method: string
  params?: { name?: string; cursor?: string }
}

/** What a scripted server does. */
interface Script {
  /** The result of a method; undefined never answers. */
  answer: (request: JsonRpcRequest, http: IncomingMessage) => unknown
  /** The headers of every response; by default, any page may call. */
  headers?: Record<string, string>
  /** Handles a request itself; false leaves it to `answer`. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
}

/** An MCP server of an earlier protocol revision without sessions, that does what a test tells it. */
export async function startScriptedServer({ answer, headers = openToAll, intercept }: Script): Promise<TestMcpServer> {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (intercept?.(request, response) === true) return
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (request.method !== 'POST') return void response.writeHead(405).end()
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const call = JSON.parse(text) as JsonRpcRequest
      if (call.id === undefined) return void response.writeHead(202).end()
      // An earlier revision doesn't know the request by which clients ask for the current one.
      const isUnknown = call.method === 'server/discover'
      const result = isUnknown
        ? null
        : call.method === 'initialize'
          ? {
              protocolVersion: '2025-06-18',
              capabilities: { tools: {} },
              serverInfo: { name: 'scripted', version: '1' },
            }
          : answer(call, request)
      if (result === undefined) return
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id: call.id,
          ...(isUnknown ? { error: { code: -32_601, message: 'Method not found' } } : { result }),
        }),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
