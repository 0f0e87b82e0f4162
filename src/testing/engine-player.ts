import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '#server/http/http-server.ts'

/** A request to the engine, with its response to be written by the script. */
export interface Played {
  request: IncomingMessage
  body: string
  response: ServerResponse
  /** Resolves when the caller disconnects before the response has ended. */
  gone: Promise<void>
}

/** An engine over HTTP whose responses are written by a script. */
export interface EnginePlayer {
  baseUrl: string
  /** All requests so far. */
  played: Played[]
  close(): void
}

/** A stream frame with one chunk of text. */
export function pieceFrame(content: string, reason: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`
}

/** Starts one on a free port. It lists its models; the script answers everything else. */
export async function startEnginePlayer(
  script: (played: Played) => void = () => {},
  models: readonly string[] = ['tiny'],
): Promise<EnginePlayer> {
  const list = JSON.stringify({ object: 'list', data: models.map((id) => ({ id })) })
  const played: Played[] = []
  const server = createServer((request, response) => {
    const gone = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableFinished) resolve()
      })
    })
    void readBody(request).then((body) => {
      const each = { request, body, response, gone }
      played.push(each)
      if (request.url === '/v1/models') response.end(list)
      else script(each)
    })
  })
  const port = await listen(server, '127.0.0.1', 0)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    played,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  return body
}
