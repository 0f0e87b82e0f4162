import { expect } from '@playwright/test'
import type { Order } from '#testing/campaign/draw-order.ts'
import { leaveEarly } from '#testing/campaign/leave-early.ts'
import { startOrderEngine } from '#testing/campaign/order-engine.ts'
import { createRandom } from '#testing/campaign/random.ts'
import { runOrders } from '#testing/campaign/run-orders.ts'
import { startWatchedParley } from '#testing/campaign/watched-parley.ts'
import { startFaultyWire } from './campaign/faulty-wire.ts'
import { wrongOnPage } from './campaign/judge-page.ts'
import { startRestartedParley } from './campaign/restarted-parley.ts'
import { runPageFaults } from './campaign/run-page-faults.ts'
import { test } from './parley.ts'

// A small, fixed sample of `npm run faults`, which runs thousands with any seed.

const seed = 1
/** Towards engines, in milliseconds: longer than in the campaign, since other tests run beside. */
const deadlineMs = 2000

test('random faults of an engine are told as what they are, and callers who leave leave nothing open', async () => {
  const orders = new Map<number, Order>()
  const engine = await startOrderEngine(orders, ['faulty'])
  const parley = await startWatchedParley(engine.port, deadlineMs)
  try {
    const { baseUrl, key } = parley
    const random = createRandom(seed)
    const elsewhere = 'http://127.0.0.1:9/'
    const { wrong } = await runOrders({ baseUrl, key, orders, random, count: 200, atOnce: 64, elsewhere })
    expect(wrong, `npm run faults -- --seed ${seed}`).toEqual([])
    await leaveEarly({ baseUrl, key, count: 40, atOnce: 20 })
    await expect.poll(engine.open, { timeout: 20_000 }).toBe(0)
    expect(parley.isAlive()).toBe(true)
  } finally {
    await parley.stop()
    engine.close()
  }
})

test('random faults on the way to the page lose no message, and show no cut reply as whole', async ({ page }) => {
  test.setTimeout(60_000)
  // The browser reports what the wire does to it; the campaign looks at what the page makes of it.
  page.removeAllListeners('console')
  const orders = new Map<number, Order>()
  const engine = await startOrderEngine(orders, ['faulty'])
  const parley = await startRestartedParley({
    PARLEY_ENGINE_URL: `http://127.0.0.1:${engine.port}/v1`,
    PARLEY_FIRST_BYTE_TIMEOUT_MS: String(deadlineMs),
    PARLEY_IDLE_TIMEOUT_MS: String(deadlineMs),
    LOG_LEVEL: 'silent',
  })
  const wire = await startFaultyWire(parley.port)
  try {
    const { wrong } = await runPageFaults({ page, parley, wire, orders, random: createRandom(seed), count: 12 })
    expect(wrong, `npm run faults -- --seed ${seed}`).toEqual([])
  } finally {
    await parley.kill()
    wire.close()
    engine.close()
  }
})

test('what judges the page finds a lost message, an open end, and a part shown as done', () => {
  const order = { text: 'one two ', must: 'either' } as Order
  const fault = { name: 'engine: cut', order, restarts: false }
  const seen = { state: 'done', text: 'one two', sent: 'Hi' }
  expect(wrongOnPage(fault, seen, 'Hi')).toBeUndefined()
  expect(wrongOnPage(fault, { ...seen, state: 'interrupted', text: 'one' }, 'Hi')).toBeUndefined()
  expect(wrongOnPage(fault, { ...seen, sent: 'Before' }, 'Hi')).toContain('gone')
  expect(wrongOnPage(fault, { ...seen, state: 'streaming' }, 'Hi')).toContain('still streaming')
  expect(wrongOnPage(fault, { ...seen, text: 'one' }, 'Hi')).toContain('shown as done')
  expect(wrongOnPage({ ...fault, order: { ...order, must: 'error' } }, seen, 'Hi')).toContain('shown as done')
  expect(wrongOnPage({ ...fault, order: { ...order, must: 'whole' } }, { ...seen, state: 'failed' }, 'Hi')).toContain(
    'is failed',
  )
})
