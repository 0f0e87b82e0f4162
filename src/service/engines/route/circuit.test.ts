import { expect, test } from 'vitest'
import { type CircuitCall, createCircuits } from './circuit.ts'
import { createManualClock } from './manual-clock.test-support.ts'

const large = { engine: 'main', model: 'large' }
const small = { engine: 'main', model: 'small' }

function start() {
  const clock = createManualClock()
  const changes: string[] = []
  const state = { isUp: true, probes: 0 }
  const circuits = createCircuits({
    clock,
    async probe() {
      state.probes += 1
      if (!state.isUp) throw new Error('down')
    },
    onChange: ({ model }, isOpen) => changes.push(`${model} ${isOpen ? 'open' : 'closed'}`),
  })
  const repeat = (times: number, act: (call: CircuitCall | undefined) => void, member = large) => {
    for (let call = 0; call < times; call++) act(circuits.admit(member))
  }
  const refuses = (call: CircuitCall | undefined) => call?.failed()
  const breaks = (call: CircuitCall | undefined) => {
    call?.answered()
    call?.failed()
  }
  return { circuits, clock, changes, state, repeat, refuses, breaks }
}

test('opens for one model of an engine', () => {
  const { circuits, repeat, refuses, changes } = start()
  repeat(10, refuses)
  expect(circuits.admit(large)).toBeUndefined()
  expect(circuits.admit(small)).toBeDefined()
  expect(changes).toEqual(['large open'])
})

test('an answer ends a row of calls without one, but no row of broken replies', () => {
  const { circuits, repeat, refuses, breaks, changes } = start()
  repeat(9, refuses)
  const long = circuits.admit(large)
  long?.answered()
  repeat(9, refuses)
  repeat(9, breaks)
  expect(changes).toEqual([])
  repeat(1, breaks)
  expect(changes).toEqual(['large open'])
})

test('a complete reply ends a row of broken ones', () => {
  const { repeat, breaks, changes } = start()
  repeat(9, breaks)
  repeat(1, (call) => {
    call?.answered()
    call?.completed()
  })
  repeat(9, breaks)
  expect(changes).toEqual([])
})

test('closes once a trial has an answer, and opens again if its reply breaks as the ones before', async () => {
  const { circuits, clock, repeat, breaks, changes } = start()
  repeat(10, breaks)
  await clock.advance(15_000)
  const trial = circuits.admit(large)
  expect(circuits.admit(large)).toBeUndefined()
  trial?.answered()
  expect(changes).toEqual(['large open', 'large closed'])
  // Another failure is no reason to open: replies broke, but calls were answered.
  circuits.admit(large)?.failed()
  expect(changes).toHaveLength(2)
  trial?.failed()
  expect(changes).toEqual(['large open', 'large closed', 'large open'])
})

test('another call gets the trial if nothing is known about the first one', async () => {
  const { circuits, clock, repeat, refuses, changes } = start()
  repeat(10, refuses)
  await clock.advance(15_000)
  circuits.admit(large)?.abandoned()
  expect(changes).toEqual(['large open'])
  circuits.admit(large)?.answered()
  expect(changes).toEqual(['large open', 'large closed'])
})

test('all models of an engine share its probes', async () => {
  const { circuits, clock, state, repeat, refuses } = start()
  state.isUp = false
  repeat(10, refuses)
  await clock.advance(10_000)
  repeat(10, refuses, small)
  await clock.advance(5000)
  await clock.advance(15_000)
  expect(state.probes).toBe(2)
  state.isUp = true
  await clock.advance(15_000)
  expect(state.probes).toBe(3)
  expect(circuits.admit(large)).toBeDefined()
  expect(circuits.admit(small)).toBeDefined()
  await clock.advance(60_000)
  expect(state.probes).toBe(3)
})
