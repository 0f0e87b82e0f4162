import type { WatchedParley } from '#testing/campaign/watched-parley.ts'

const atOnce = 16

/** Asks for `count` chats that go well, streamed and single in turn. Rejects when one does not. */
export async function askPlainly({ baseUrl, key }: WatchedParley, count: number): Promise<void> {
  let begun = 0
  const work = async () => {
    while (begun < count) {
      const stream = begun++ % 2 === 0
      const response = await fetch(`${baseUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'community/faulty', stream, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      const body = await response.text()
      if (!body.includes('Whole.')) throw new Error(`A plain request was answered ${response.status}: ${body}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
