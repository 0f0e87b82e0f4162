import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from './config/config.ts'
import { listen } from './http/http-server.ts'
import { runServer } from './run-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('reports a port in use, and releases everything', async () => {
  const other = createServer()
  const port = await listen(other, '127.0.0.1', 0)
  let asked = 0
  const engine = createServer((_, response) => {
    asked++
    response.end('{"data":[]}')
  })
  const engineUrl = `http://127.0.0.1:${await listen(engine, '127.0.0.1', 0)}`
  const reading = readConfig({ PORT: String(port), PARLEY_ENGINE_URL: engineUrl, PARLEY_DISCOVERY: 'off' })
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const close = vi.fn(async () => {})
  const pages = () => () => false

  expect(await runServer({ config: reading.config, linkKey: undefined, pages, close })).toBe(false)
  expect(written.join('')).toContain(`Port ${port} on 127.0.0.1 is already in use.`)
  expect(close).toHaveBeenCalledOnce()
  // Waiting for an engine must not keep a process alive that doesn't serve.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked).toBe(0)
  other.close()
  engine.close()
})
