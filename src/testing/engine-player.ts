import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '#server/http/http-server.ts'

/** One request that reached the player, with the means to answer it piece by piece. */
export interface Played {
  request: IncomingMessage
  body: string
  response: ServerResponse
  /** Resolves when the other side has closed the connection before the answer was over. */
  gone: Promise<void>
}

/** A real HTTP server that plays an engine: each request is answered as the script says. */
export interface EnginePlayer {
  baseUrl: string
  /** Every request so far, whatever became of it. */
  played: Played[]
  close(): void
}

/** The frame of one piece of text, as an engine sends it. */
export function pieceFrame(content: string, reason: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`
}

/** Starts a player on a free port; it lists its models and leaves everything else to the script. */
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
