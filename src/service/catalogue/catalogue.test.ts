import { describe, expect, test, vi } from 'vitest'
import type { EngineModel } from '#dialects/model-list.ts'
import type { Engine } from '#service/engines/engine.ts'
import { refuse } from '#service/service-error.ts'
import { createStubEngine, untilAborted } from '#service/stub-engine.test-support.ts'
import { createModelCatalogue } from './catalogue.ts'

function engineOf(name: string, models: () => readonly EngineModel[] | Promise<readonly EngineModel[]>): Engine {
  return { ...createStubEngine({ name }), models: async () => models() }
}

/** A response that the test resolves. */
function later() {
  let resolve: (models: readonly EngineModel[]) => void = () => {}
  const promise = new Promise<readonly EngineModel[]>((give) => {
    resolve = give
  })
  return { promise, resolve: (models: readonly EngineModel[]) => resolve(models) }
}

const down = () => {
  throw refuse('upstream_unreachable', 'The engine cannot be reached.')
}

describe('the catalogue', () => {
  test('is empty before the first refresh', async () => {
    const catalogue = createModelCatalogue({ engines: [engineOf('a', () => [{ id: 'a/1' }])] })
    expect(catalogue.models()).toEqual([])
    expect(await catalogue.refresh()).toEqual([{ engine: 'a', models: 1 }])
    expect(catalogue.models().map(({ id }) => id)).toEqual(['a/1'])
  })

  test('finds a model by its published id and the engine’s id', async () => {
    const catalogue = createModelCatalogue({ engines: [engineOf('a', () => [{ id: 'llama3' }])] })
    await catalogue.refresh()
    for (const id of ['community/llama3', 'llama3']) {
      expect(catalogue.find(id)).toMatchObject({ model: { id: 'community/llama3' }, engineModelId: 'llama3' })
    }
    expect(catalogue.find('community')).toBeUndefined()
  })

  test('serves an id of two engines from the first', async () => {
    const first = engineOf('first', () => [{ id: 'x', description: 'first' }])
    const second = engineOf('second', () => [{ id: 'x', description: 'second' }, { id: 'y' }])
    const catalogue = createModelCatalogue({ engines: [first, second] })
    await catalogue.refresh()
    expect(catalogue.models()).toHaveLength(2)
    expect(catalogue.find('x')?.engine?.name).toBe('first')
    expect(catalogue.find('community/x')?.model.description).toBe('first')
  })

  test('lists the other models if an engine is down', async () => {
    const catalogue = createModelCatalogue({ engines: [engineOf('down', down), engineOf('up', () => [{ id: 'x' }])] })
    expect(await catalogue.refresh()).toEqual([
      { engine: 'down', models: 0, problem: 'The engine cannot be reached.' },
      { engine: 'up', models: 1 },
    ])
    expect(catalogue.find('x')?.model.status).toBe('active')
  })

  test('times out an engine that never answers, without delaying the others', async () => {
    let asked: AbortSignal | undefined
    const stuck: Engine = {
      ...createStubEngine({ name: 'stuck' }),
      models(signal) {
        asked = signal
        return new Promise(() => {})
      },
    }
    const catalogue = createModelCatalogue({ engines: [stuck, engineOf('up', () => [{ id: 'x' }])], listTimeoutMs: 20 })
    const refreshed = catalogue.refresh()
    await vi.waitFor(() => expect(catalogue.find('x')).toBeDefined())
    expect(await refreshed).toMatchObject([
      { problem: expect.stringMatching(/^No model list within 20 ms\. /) },
      { models: 1 },
    ])
    expect(asked?.aborted).toBe(true)
    if (asked) await untilAborted(asked)
  })

  test('keeps models of an unreachable engine inactive until it returns', async () => {
    let isUp = true
    const engine = engineOf('a', () => (isUp ? [{ id: 'x' }, { id: 'y', status: 'pending' }] : down()))
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    const catalogue = createModelCatalogue({ engines: [engine], log })
    await catalogue.refresh()
    isUp = false
    await catalogue.refresh()
    await catalogue.refresh()
    expect(catalogue.models().map(({ status }) => status)).toEqual(['inactive', 'pending'])
    expect(log.warn).toHaveBeenCalledOnce()
    isUp = true
    await catalogue.refresh()
    expect(catalogue.find('x')?.model.status).toBe('active')
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ engine: 'a', models: 2 }, 'engine back')
  })

  test('falls back to another engine with the same model', async () => {
    let isUp = true
    const first = engineOf('first', () => (isUp ? [{ id: 'x' }] : down()))
    const catalogue = createModelCatalogue({ engines: [first, engineOf('second', () => [{ id: 'x' }])] })
    await catalogue.refresh()
    isUp = false
    await catalogue.refresh()
    expect(catalogue.find('x')).toMatchObject({ engine: { name: 'second' }, model: { status: 'active' } })
  })

  test('sends one request per engine at a time', async () => {
    const answer = later()
    let questions = 0
    const engine = engineOf('slow', () => {
      questions++
      return answer.promise
    })
    const catalogue = createModelCatalogue({ engines: [engine] })
    const both = Promise.all([catalogue.refresh(), catalogue.refresh()])
    answer.resolve([{ id: 'x' }])
    expect(await both).toEqual([[{ engine: 'slow', models: 1 }], [{ engine: 'slow', models: 1 }]])
    expect(questions).toBe(1)
    await catalogue.refresh()
    expect(questions).toBe(2)
  })

  test('keeps discovered engines after the configured ones', async () => {
    const found: Engine[] = []
    const catalogue = createModelCatalogue({
      engines: [engineOf('first', () => [{ id: 'x', description: 'first' }])],
      discover: async () => found.splice(0),
    })
    expect(await catalogue.refresh()).toHaveLength(1)
    found.push(engineOf('found', () => [{ id: 'x', description: 'found' }, { id: 'y' }]))
    expect(await catalogue.refresh()).toHaveLength(2)
    expect(await catalogue.refresh()).toHaveLength(2)
    expect(catalogue.models().map(({ id, description }) => [id, description])).toEqual([
      ['community/x', 'first'],
      ['community/y', ''],
    ])
  })

  test('keeps the models during a refresh', async () => {
    const answer = later()
    let isFirst = true
    const engine = engineOf('a', () => {
      if (!isFirst) return answer.promise
      isFirst = false
      return [{ id: 'x' }]
    })
    const catalogue = createModelCatalogue({ engines: [engine] })
    await catalogue.refresh()
    const before = catalogue.models()
    const refreshed = catalogue.refresh()
    expect(catalogue.models()).toBe(before)
    answer.resolve([{ id: 'x' }])
    await refreshed
    expect(catalogue.models()).toBe(before)
  })

  test('returns the same object until something changes', async () => {
    const catalogue = createModelCatalogue({ engines: [engineOf('a', () => [{ id: 'x' }])] })
    await catalogue.refresh()
    const before = catalogue.models()
    await catalogue.refresh()
    expect(catalogue.models()).toBe(before)
  })
})
