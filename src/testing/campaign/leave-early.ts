import { request, type ClientRequest } from 'node:http'

interface Leaving {
  baseUrl: string
  key: string
  count: number
  atOnce: number
}

/** Asks for chats that never answer and goes away, each a little later than the one before. Resolves when all are gone. */
export async function leaveEarly({ baseUrl, key, count, atOnce }: Leaving): Promise<void> {
  let begun = 0
  const work = async () => {
    while (begun < count) {
      const number = begun++
      const asked = ask(baseUrl, key, number % 2 === 0)
      await new Promise((resolve) => setTimeout(resolve, number % 40))
      asked.destroy()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

function ask(baseUrl: string, key: string, stream: boolean): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = request(`${baseUrl}/v1/chat/completions`, { method: 'POST', headers, agent: false })
  // It breaks off itself, which is what this is for.
  asked.on('error', () => undefined)
  asked.on('response', (response) => response.on('error', () => undefined).resume())
  asked.end(JSON.stringify({ model: 'community/faulty', stream, messages: [{ role: 'user', content: 'Wait' }] }))
  return asked
}
