import { startEnginePlayer, type EnginePlayer } from '#testing/engine-player.ts'
import { faults, playFault } from '#testing/faults.ts'

/** Starts an engine that fails in every way we know: each of its models, named in `faults.ts`, plays one. */
export function startFaultEngine(): Promise<EnginePlayer> {
  return startEnginePlayer(playFault, Object.keys(faults))
}
