import { Session } from 'node:inspector/promises'
import { expect, test } from 'vitest'
import { createUndiciTransport } from '#server/engines/undici-transport.ts'
import { createOpenAIStyleEngine } from '#service/engines/openai/openai-engine.ts'
import { systemClock } from '#service/service-context.ts'
import { pieceFrame, startEnginePlayer } from '#testing/engine-player.ts'
import { startParley } from '#testing/start-parley.ts'
import { filesInDocument } from '#tooling/shape.ts'

// docs/architecture.md lists the code that runs for each token. This measures it from the engine's socket to the
// caller's; src/app/shell/token-path.browser.test.tsx covers the rest, up to the screen.

const pieces = 100

test('each documented file of the service runs for each token', async () => {
  const player = await startEnginePlayer(({ response }) => {
    response.setHeader('content-type', 'text/event-stream')
    let sent = 0
    // One at a time, like a model: chunks that arrive together are handled together.
    const timer = setInterval(() => {
      response.write(pieceFrame(`word ${sent}`))
      if (++sent < pieces) return
      clearInterval(timer)
      response.end(`${pieceFrame('', 'stop')}data: [DONE]\n\n`)
    }, 2)
  })
  const transport = createUndiciTransport({ connectMs: 5_000 })
  const engine = createOpenAIStyleEngine({ name: 'engine', baseUrl: player.baseUrl }, { clock: systemClock, transport })
  const parley = await startParley([engine])
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true })
  const response = await parley.chat({ model: 'tiny', stream: true })
  expect(await response.text()).toContain(`word ${pieces - 1}`)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  parley.close()
  player.close()

  const ran = result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) >= pieces / 2),
    )
    .map(({ url }) => url)
  const named = filesInDocument('What runs for each token').filter((path) => !path.startsWith('src/app/'))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((path) => !ran.some((url) => url.endsWith(path)))).toEqual([])
})
