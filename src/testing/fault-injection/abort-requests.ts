import { request, type ClientRequest } from 'node:http'

interface AbortOptions {
  baseUrl: string
  key: string
  count: number
  concurrency: number
}

/** Starts `count` chats that never answer, and aborts each after 0 to 39 ms. Resolves when all are aborted. */
export async function abortRequests({ baseUrl, key, count, concurrency: atOnce }: AbortOptions): Promise<void> {
  let begun = 0
  const work = async () => {
    while (begun < count) {
      const number = begun++
      const asked = startChat(baseUrl, key, number % 2 === 0)
      await new Promise((resolve) => setTimeout(resolve, number % 40))
      asked.destroy()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

function startChat(baseUrl: string, key: string, stream: boolean): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = request(`${baseUrl}/v1/chat/completions`, { method: 'POST', headers, agent: false })
  // Aborting emits an error on the request and on a response that has begun.
  asked.on('error', () => undefined)
  asked.on('response', (response) => response.on('error', () => undefined).resume())
  asked.end(JSON.stringify({ model: 'community/faulty', stream, messages: [{ role: 'user', content: 'Wait' }] }))
  return asked
}
