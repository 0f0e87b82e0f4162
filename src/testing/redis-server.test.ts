import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startRedisServer } from './redis-server.ts'

async function ask(url: string, command: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${command}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString()
}

test('servers are separate, and begin anew without data after a stop', async () => {
  await using one = await startRedisServer()
  await using other = await startRedisServer('--requirepass', 'secret')
  expect(await ask(one.url, 'SET a 1')).toBe('+OK\r\n')
  expect(await ask(other.url, 'GET a')).toMatch(/^-NOAUTH/)
  await one.stop()
  await expect(ask(one.url, 'GET a')).rejects.toThrow('ECONNREFUSED')
  await one.start()
  expect(await ask(one.url, 'GET a')).toBe('$-1\r\n')
})
