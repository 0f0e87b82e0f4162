import { expect } from '@playwright/test'
import type { PlannedFault } from '#testing/fault-injection/plan-fault.ts'
import { abortRequests } from '#testing/fault-injection/abort-requests.ts'
import { startPlannedFaultEngine } from '#testing/fault-injection/planned-fault-engine.ts'
import { createSeededRandom } from '#testing/fault-injection/seeded-random.ts'
import { runPlannedFaults } from '#testing/fault-injection/run-planned-faults.ts'
import { startInstrumentedParley } from '#testing/fault-injection/instrumented-parley.ts'
import { startFaultyProxy } from './fault-injection/faulty-proxy.ts'
import { startRestartableParley } from './fault-injection/restartable-parley.ts'
import { findPageMismatch, runPageFaults } from './fault-injection/run-page-faults.ts'
import { test } from './parley.ts'

// A small, fixed sample of `npm run faults`, which runs thousands with any seed.

const seed = 1
/** The service's deadline for engines in milliseconds, longer than in `npm run faults` because other tests run in parallel. */
const deadlineMs = 2000

test('reports random engine faults correctly, and closes everything when a caller disconnects', async () => {
  const plannedFaults = new Map<number, PlannedFault>()
  const engine = await startPlannedFaultEngine(plannedFaults, ['faulty'])
  const parley = await startInstrumentedParley(engine.port, deadlineMs)
  try {
    const { baseUrl, key } = parley
    const random = createSeededRandom(seed)
    const redirectTarget = 'http://127.0.0.1:9/'
    const { mismatches: wrong } = await runPlannedFaults({
      baseUrl,
      key,
      plannedFaults,
      random,
      count: 120,
      concurrency: 64,
      redirectTarget: redirectTarget,
    })
    expect(wrong, `npm run faults -- --seed ${seed}`).toEqual([])
    await abortRequests({ baseUrl, key, count: 40, concurrency: 20 })
    await expect.poll(engine.openConnections, { timeout: 20_000 }).toBe(0)
    expect(parley.isAlive()).toBe(true)
  } finally {
    await parley.stop()
    engine.close()
  }
})

test('loses no message and shows no partial reply as complete under random network faults', async ({ page }) => {
  test.setTimeout(60_000)
  // The browser logs every broken connection to the console; that is expected here.
  page.removeAllListeners('console')
  const plannedFaults = new Map<number, PlannedFault>()
  const engine = await startPlannedFaultEngine(plannedFaults, ['faulty'])
  const parley = await startRestartableParley({
    PARLEY_ENGINE_URL: `http://127.0.0.1:${engine.port}/v1`,
    PARLEY_FIRST_BYTE_TIMEOUT_MS: String(deadlineMs),
    PARLEY_IDLE_TIMEOUT_MS: String(deadlineMs),
    LOG_LEVEL: 'silent',
  })
  const proxy = await startFaultyProxy(parley.port)
  try {
    const { mismatches: wrong } = await runPageFaults({
      page,
      parley,
      proxy,
      plannedFaults,
      random: createSeededRandom(seed),
      count: 12,
    })
    expect(wrong, `npm run faults -- --seed ${seed}`).toEqual([])
  } finally {
    await parley.kill()
    proxy.close()
    engine.close()
  }
})

test('findPageMismatch reports a lost message, an open reply, and a partial reply shown as done', () => {
  const engineFault = { text: 'one two ', expected: 'either' } as PlannedFault
  const fault = { name: 'engine: cut', engineFault, restarts: false }
  const seen = { state: 'done', text: 'one two', sent: 'Hi' }
  expect(findPageMismatch(fault, seen, 'Hi')).toBeUndefined()
  expect(findPageMismatch(fault, { ...seen, state: 'interrupted', text: 'one' }, 'Hi')).toBeUndefined()
  expect(findPageMismatch(fault, { ...seen, sent: 'Before' }, 'Hi')).toContain('gone')
  expect(findPageMismatch(fault, { ...seen, state: 'streaming' }, 'Hi')).toContain('still streaming')
  expect(findPageMismatch(fault, { ...seen, text: 'one' }, 'Hi')).toContain('shown as done')
  expect(findPageMismatch({ ...fault, engineFault: { ...engineFault, expected: 'error' } }, seen, 'Hi')).toContain(
    'shown as done',
  )
  expect(
    findPageMismatch(
      { ...fault, engineFault: { ...engineFault, expected: 'whole' } },
      { ...seen, state: 'failed' },
      'Hi',
    ),
  ).toContain('is failed')
})
