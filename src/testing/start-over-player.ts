import { createUndiciTransport } from '#server/engines/undici-transport.ts'
import { systemClock } from '#service/service-context.ts'
import type { Engine } from '#service/engines/engine.ts'
import { createEngine } from '#service/engines/registry.ts'
import { startEnginePlayer, type Played } from './engine-player.ts'
import { startParley } from './start-parley.ts'

/** In milliseconds: short enough to wait for, long enough for a busy machine. */
const deadline = 1000

/** Starts the service in front of a scripted engine, with the server's own transport and short deadlines. */
export async function startOverPlayer(
  script: (played: Played) => void,
  models: readonly string[],
  others: readonly Engine[] = [],
) {
  const player = await startEnginePlayer(script, models)
  const deadlines = { firstByteMs: deadline, idleMs: deadline }
  const settings = { kind: 'openai-style', name: 'player', baseUrl: player.baseUrl, deadlines } as const
  const transport = createUndiciTransport({ connectMs: 5000 })
  const parley = await startParley([...others, createEngine(settings, { clock: systemClock, transport })])
  return {
    parley,
    player,
    close() {
      parley.close()
      player.close()
    },
  }
}
