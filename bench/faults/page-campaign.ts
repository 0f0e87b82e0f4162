import { chromium } from '@playwright/test'
import { startFaultyWire } from '#e2e/campaign/faulty-wire.ts'
import { startRestartedParley } from '#e2e/campaign/restarted-parley.ts'
import { runPageFaults, type PageFindings } from '#e2e/campaign/run-page-faults.ts'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import type { Order } from '#testing/campaign/draw-order.ts'
import { startOrderEngine } from '#testing/campaign/order-engine.ts'
import { createRandom } from '#testing/campaign/random.ts'

/** Towards the engine, in milliseconds. */
const deadlineMs = '800'

/** Meets `count` faults in one page of a real browser. */
export async function runPageCampaign({ seed, count }: { seed: number; count: number }): Promise<PageFindings> {
  const orders = new Map<number, Order>()
  const engine = await startOrderEngine(orders, ['faulty'])
  const parley = await startRestartedParley({
    PARLEY_ENGINE_URL: `http://127.0.0.1:${engine.port}/v1`,
    PARLEY_FIRST_BYTE_TIMEOUT_MS: deadlineMs,
    PARLEY_IDLE_TIMEOUT_MS: deadlineMs,
    LOG_LEVEL: 'silent',
  })
  const wire = await startFaultyWire(parley.port)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments() })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    return await runPageFaults({ page, parley, wire, orders, random: createRandom(seed), count })
  } finally {
    await browser.close()
    await parley.kill()
    wire.close()
    engine.close()
  }
}
