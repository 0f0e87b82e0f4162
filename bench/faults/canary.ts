import { createServer } from 'node:http'
import { listen } from '#server/http/http-server.ts'

/** A server that nobody has a reason to call. */
export async function startCanary() {
  let visits = 0
  const server = createServer((_, response) => {
    visits++
    response.end()
  })
  const port = await listen(server, '127.0.0.1', 0)
  return {
    address: `http://127.0.0.1:${port}/v1/chat/completions`,
    visits: () => visits,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
