import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { connections } from '#app/data/connections/connections.ts'
import { model } from '#contract/model.ts'
import { readEngineModels } from '#dialects/model-list.ts'
import { asExpected, modelLists } from '#dialects/model-lists.test-support.ts'
import { connectionModelsQuery, engineModelId, findModel, firstModelList } from './connection-models.ts'
import { publishForPage, readConnectionModels } from './read-connection-models.ts'

afterEach(() => vi.unstubAllGlobals())

const page = 'http://parley.test'
const target = { id: 'c1', name: 'Workstation', apiBase: 'http://engine.test/v1', key: null }

/** The models of a connection whose service sends this response. */
function modelsOf(answer: unknown) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
  return readConnectionModels(target, page, new AbortController().signal)
}

test.each(Object.entries(modelLists))('reads the model list of %s', async (_name, { answer, models }) => {
  const read = await modelsOf(answer)
  expect(read.map((each) => asExpected(each, each.engine_id ?? each.id))).toEqual(models)
  for (const each of read) expect(model.safeParse(each).success).toBe(true)
})

test('keeps the engine’s capabilities, prices and parameters', async () => {
  const tiers = [{ above_input_tokens: 200_000, rate: 2.5 }]
  const pricing = [
    { metric: 'input_tokens', rate: 1.25, tiers: [...tiers, { rate: 9 }, null] },
    { metric: 'cached_input_tokens', rate: 0.1, tiers: 'none' },
  ]
  const entry = { id: 'a/b', pricing, list_price: true, supported_parameters: ['temperature'] }
  expect((await modelsOf({ data: [entry] }))[0]).toMatchObject({
    pricing: [
      { metric: 'input_tokens', rate: 1.25, tiers },
      { metric: 'cached_input_tokens', rate: 0.1 },
    ],
    list_price: true,
    supported_parameters: ['temperature'],
  })
})

test.each([null, {}, { data: 'x' }, '<html>'])('rejects %j', async (answer) => {
  await expect(modelsOf(answer)).rejects.toMatchObject({ detail: { code: 'not_the_api' } })
})

test('has unique ids, with a path if two files have the same name', () => {
  const listed = readEngineModels(
    ['/a/x.gguf', '/b/x.gguf', '/a/y.gguf', 'y', 'y'].map((id) => ({ id })),
    0,
  )
  expect(publishForPage(listed ?? []).map(({ id }) => id)).toEqual(['x', '/b/x.gguf', '/a/y.gguf', 'y'])
})

test('returns only models that match the contract, for any list', () => {
  const entry = fc.record({
    id: fc.string(),
    pricing: fc.anything(),
    created: fc.anything(),
    capabilities: fc.anything(),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.object(), entry)), (data) => {
      for (const each of publishForPage(readEngineModels({ data }, 0) ?? [])) {
        expect(model.safeParse(each).success).toBe(true)
      }
    }),
  )
})

test('sends the engine’s own id, even before the list is loaded', async () => {
  vi.stubGlobal('location', new URL(page))
  const draft = { id: null, name: 'Workstation', baseUrl: 'http://engine.test/v1', key: undefined }
  const { id } = connections.save({ ...draft, place: 'tab' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [{ id: '/data/llama-3' }, { id: 'plain' }] })))
  const reading = new QueryClient().fetchQuery(connectionModelsQuery(id))
  const { apiBase } = target
  expect(engineModelId(apiBase, 'llama-3')).toBe('llama-3')
  await firstModelList(apiBase)
  expect(engineModelId(apiBase, 'llama-3')).toBe('/data/llama-3')
  for (const same of ['/data/llama-3', 'plain', 'unknown']) expect(engineModelId(apiBase, same)).toBe(same)
  expect(engineModelId(`${page}/v1`, 'llama-3')).toBe('llama-3')

  const models = await reading
  expect(findModel(models, '/data/llama-3')?.id).toBe('llama-3')
  expect(findModel(models, 'llama-3')?.id).toBe('llama-3')
})

test('finds a model by Google’s listed id', async () => {
  const models = await modelsOf({ data: [{ id: 'models/gemini-x', owned_by: 'google' }] })
  expect(findModel(models, 'models/gemini-x')?.id).toBe('gemini-x')
})
