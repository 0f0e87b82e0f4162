import { afterEach, describe, expect, it } from 'vitest'
import { connections } from '#app/data/connections/connections.ts'
import { hostilePayloads, packed } from '#app/data/share/hostile-payloads.test-support.ts'
import { anyDefinition } from '#experiments/experiments.test-support.ts'
import { adoptDefinition, readExperimentPayload, unknownServers, writeExperimentFragment } from './shared-experiment.ts'

const definition = anyDefinition({
  name: 'Rechnungen 🧾',
  prompt: {
    messages: [
      { role: 'system', content: 'Answer in {{language}}.' },
      { role: 'user', content: '{{text}}' },
    ],
    tools: [{ name: 'look_up', description: 'Looks up', parameters: { type: 'object' }, mock: '42' }],
  },
  variants: [
    { id: 'first-of-many-ids', name: 'Small', model: 'a/b', parameters: { temperature: 0.5 } },
    { id: 'second', model: 'c', prompt: { messages: [{ role: 'user', content: 'Short: {{text}}' }] } },
  ],
  baseline: 'second',
  cases: [
    { id: 'x', values: { language: 'Norsk', text: 'æøå' }, expected: 'blåbær' },
    { id: 'y', values: {}, mocks: { look_up: '43' }, note: 'n', assertions: [{ type: 'is-json' }] },
  ],
  repeats: 3,
  assertions: [{ type: 'equals', value: '{{expected}}' }],
  threshold: 0.5,
  spendLimit: 1.5,
})
const inLink = {
  ...definition,
  variants: definition.variants.map((each, at) => ({ ...each, id: `v${at + 1}` })),
  baseline: 'v2',
  cases: definition.cases.map((each, at) => ({ ...each, id: `c${at + 1}` })),
}
const read = (fragment: string) => readExperimentPayload(fragment.slice('e='.length))

afterEach(() => {
  for (const { id } of connections.getState().others) connections.remove(id)
})

describe('a link to an experiment', () => {
  it('holds the whole definition', async () => {
    expect(await read(await writeExperimentFragment(definition))).toEqual(inLink)
  })

  // A published link. Never change it; a new version of the format adds its own.
  it('of version 1 still opens', async () => {
    const golden =
      'e=1.hZI9ctswEIWvonk14kSy0qBLkc6TIi4zmgwI7pCwQADBgrI0HJwllZ0rpErDC-UIGZCSItv5KTnEe_vefjsgqGjp8H4fKJqOXIJcCjjVESQ-km5d7xpyi59fv_2AQIi-CwlyQEfMqiGG_DQgelve84ETdRDQ3qXJC-8c31NcGLcYBqtc06uGcr5CFmdVzxSfaIYh0T7ljLwRSN7becgxlPV--7kPEKiJdTQhGe8gceP9lhfTj6Ci6ihR5JI0HULR-eqOdEIW6LzeQmK9Qt5kgUiBVGLIawHFTLEYziOPUvrSK8sQ2Cnb05SQ9oF0ojpnCNyTadqyuSlwG4lbb2vIN1dvp166j5GcPkCuBTiQq29MZ4qgPNipaJRL80RTQ2K3xJnBbaesndfjSM9dXW9tqVGThYR6Xb3sTF2gqFIfaYqRy75n79Vv73_a6uem-X_4X4C8bX1McvFHnptcvrRiuiiul6clTy1OBwOJDz7yFgLFCRLj4_h9fCgwTyAgUdnxoRofS4YnHDcCzqep8HkNenU5Kf-NvOFXd-zdBfrnuMsxzWGPdymxvi7BjiPd1LpSTNY4mgHkXw'
    expect(await read(golden)).toEqual(inLink)
  })

  it.each(hostilePayloads)('is rejected with a reason: %s', async (_, payload) => {
    const outcome = await readExperimentPayload(payload)
    expect(outcome).toEqual({ problem: expect.stringMatching(/^[A-Z].*\.$/u) })
  })

  it('of a newer version asks to update', async () => {
    expect(await readExperimentPayload(await packed({ parleyExperiment: 2 }))).toEqual({
      problem: 'This experiment was made with a newer version of Parley. Update Parley, then open it again.',
    })
  })
})

describe('the connections of a shared experiment', () => {
  /** The definition with these connections. */
  const withConnections = (...list: string[]) => ({
    ...definition,
    variants: definition.variants.slice(0, list.length).map((each, at) => ({ ...each, connection: list[at] ?? null })),
  })
  const onServer = (baseUrl: string) =>
    connections.save({ id: null, name: 'Mine', baseUrl, key: 'sk-1', place: 'tab' }).id

  it('travel as base URLs, never with keys, and find those of the other browser', async () => {
    const id = onServer('http://127.0.0.1:8080')
    const mine = withConnections(id)
    const fragment = await writeExperimentFragment(mine)
    connections.remove(id)
    const received = await read(fragment)
    if ('problem' in received) throw new Error(received.problem)
    expect(JSON.stringify(received)).not.toMatch(new RegExp(`sk-1|${id}`, 'u'))
    const theirs = onServer('http://127.0.0.1:8080/v1')
    expect(unknownServers(received)).toEqual([])
    expect(adoptDefinition(received).variants[0]?.connection).toBe(theirs)
  })

  it('are named before they are added, without a key', () => {
    const shared = withConnections('https://models.example.test/v1', 'https://models.example.test/v1/')
    expect(unknownServers(shared)).toEqual(['https://models.example.test/v1'])
    expect(connections.getState().others).toEqual([])
    const adopted = adoptDefinition(shared)
    const [added, ...more] = connections.getState().others
    expect(more).toEqual([])
    expect(added).toMatchObject({ name: 'models.example.test', baseUrl: 'https://models.example.test/v1' })
    expect(connections.keyOf(added?.id ?? '')).toBeNull()
    expect(adopted.variants.map(({ connection }) => connection)).toEqual([added?.id, added?.id])
  })

  it('include that of the judge', async () => {
    const id = onServer('http://127.0.0.1:8080')
    const judge = { model: 'm', connection: id, parameters: {}, rubric: '' }
    const fragment = await writeExperimentFragment({ ...withConnections(), judge })
    connections.remove(id)
    const received = await read(fragment)
    if ('problem' in received) throw new Error(received.problem)
    expect(unknownServers(received)).toEqual(['http://127.0.0.1:8080/v1'])
    expect(adoptDefinition(received).judge?.connection).toBe(connections.getState().others[0]?.id)
  })

  it.each(['javascript:alert(1)', 'https://user:secret@models.example.test/v1', 'an id of another browser'])(
    'that are no address add no server: %s',
    (connection) => {
      const shared = withConnections(connection)
      expect(unknownServers(shared)).toEqual([])
      adoptDefinition(shared)
      expect(connections.getState().others).toEqual([])
    },
  )
})
