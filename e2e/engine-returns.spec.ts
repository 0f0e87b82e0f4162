import { expect } from '@playwright/test'
import { startHandDrivenEngine } from './hand-driven-engine.ts'
import { startParley, test } from './parley.ts'

test('removes the models of a stopped engine, and lists them again when it restarts', async () => {
  const engine = await startHandDrivenEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl, PARLEY_ENGINE_CHECK_MS: '200' })
  const status = async () => {
    const response = await fetch(`${parley.baseUrl}/v1/models/community/hand-driven`)
    return ((await response.json()) as { status?: string }).status
  }
  try {
    const { host, port } = new URL(engine.baseUrl)
    expect(await parley.logLine(/127\.0\.0\.1:\d+ /u)).toContain(`${host}  1 model`)
    expect(await status()).toBe('active')
    await engine.stop()
    await expect.poll(status).toBe('inactive')
    expect(JSON.parse(await parley.logLine(/"engine lost"/u))).toMatchObject({ engine: host })
    const again = await startHandDrivenEngine(Number(port))
    try {
      await expect.poll(status).toBe('active')
      expect(JSON.parse(await parley.logLine(/"engine back"/u))).toMatchObject({ engine: host, models: 1 })
    } finally {
      await again.stop()
    }
  } finally {
    await parley.stop()
  }
})
