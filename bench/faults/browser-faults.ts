import { chromium } from '@playwright/test'
import { startFaultyProxy } from '#e2e/fault-injection/faulty-proxy.ts'
import { startRestartableParley } from '#e2e/fault-injection/restartable-parley.ts'
import { runPageFaults, type PageFindings } from '#e2e/fault-injection/run-page-faults.ts'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import type { PlannedFault } from '#testing/fault-injection/plan-fault.ts'
import { startPlannedFaultEngine } from '#testing/fault-injection/planned-fault-engine.ts'
import { createSeededRandom } from '#testing/fault-injection/seeded-random.ts'

/** The service's deadline for the engine in milliseconds. */
const deadlineMs = '800'

/** Runs `count` faults in one browser page. */
export async function runBrowserFaults({ seed, count }: { seed: number; count: number }): Promise<PageFindings> {
  const plannedFaults = new Map<number, PlannedFault>()
  const engine = await startPlannedFaultEngine(plannedFaults, ['faulty'])
  const parley = await startRestartableParley({
    PARLEY_ENGINE_URL: `http://127.0.0.1:${engine.port}/v1`,
    PARLEY_FIRST_BYTE_TIMEOUT_MS: deadlineMs,
    PARLEY_IDLE_TIMEOUT_MS: deadlineMs,
    LOG_LEVEL: 'silent',
  })
  const proxy = await startFaultyProxy(parley.port)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments() })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    return await runPageFaults({
      page,
      parley,
      proxy,
      plannedFaults,
      random: createSeededRandom(seed),
      count,
    })
  } finally {
    await browser.close()
    await parley.kill()
    proxy.close()
    engine.close()
  }
}
