import { beforeEach, expect, test } from 'vitest'
import { connections } from '#app/data/connections/connections.ts'
import { publishForPage } from '#app/data/models/read-connection-models.ts'
import {
  noteUsed,
  rememberedModels,
  suggestedConnectionModel,
  suggestedModel,
  toggleFavourite,
} from './remembered-models.ts'

const modelsOf = (...ids: string[]) => publishForPage(ids.map((id) => ({ id })))
const demos = modelsOf('parley/eliza', 'parley/echo')

beforeEach(() => {
  rememberedModels.setState({ recent: [], favourites: [] })
  for (const { id } of connections.getState().others) connections.remove(id)
})

test('suggests a real model before a demo model, and the one used last before both', () => {
  expect(suggestedModel([])).toBeNull()
  expect(suggestedModel(demos)).toBe('parley/eliza')
  expect(suggestedModel([...demos, ...modelsOf('llama', 'qwen')])).toBe('llama')
  noteUsed({ modelId: 'qwen', connectionId: null })
  expect(suggestedModel([...demos, ...modelsOf('llama', 'qwen')])).toBe('qwen')
})

test('suggests a real model to someone who used a demo model before', () => {
  noteUsed({ modelId: 'parley/echo', connectionId: null })
  expect(suggestedModel(demos)).toBe('parley/echo')
  expect(suggestedModel([...demos, ...modelsOf('llama')])).toBe('llama')
})

test('ignores a last model that is gone, can’t be called or belongs to a connection', () => {
  noteUsed({ modelId: 'qwen', connectionId: null })
  expect(suggestedModel(modelsOf('llama'))).toBe('llama')
  expect(suggestedModel(modelsOf('llama', 'qwen').map((model) => ({ ...model, status: 'inactive' })))).toBe('llama')
  noteUsed({ modelId: 'qwen', connectionId: 'c1' })
  expect(suggestedModel(modelsOf('llama', 'qwen'))).toBe('llama')
})

function connect(): string {
  return connections.save({ id: null, name: 'Box', baseUrl: 'http://box.test/v1', key: undefined, place: 'tab' }).id
}
const lists = (own: string[], other: string[]) => ({
  own: () => Promise.resolve(modelsOf(...own)),
  ofConnection: () => Promise.resolve(modelsOf(...other)),
})

test('suggests a connection’s model if this server has only demo models', async () => {
  expect(await suggestedConnectionModel(lists(['parley/eliza'], ['llama']))).toBeUndefined()
  const id = connect()
  expect(await suggestedConnectionModel(lists(['parley/eliza'], ['llama']))).toEqual({
    modelId: 'llama',
    connectionId: id,
  })
  expect(await suggestedConnectionModel(lists(['gpt'], ['llama']))).toBeUndefined()
})

test('suggests the connection’s model that was used last, as long as it can be called', async () => {
  const id = connect()
  noteUsed({ modelId: 'qwen', connectionId: id })
  expect(await suggestedConnectionModel(lists(['gpt'], ['llama', 'qwen']))).toMatchObject({ modelId: 'qwen' })
  expect(await suggestedConnectionModel(lists(['gpt'], ['llama']))).toBeUndefined()
})

test('survives lists that can’t be read', async () => {
  connect()
  const broken = { own: () => Promise.reject(new Error('gone')), ofConnection: () => Promise.reject(new Error('gone')) }
  expect(await suggestedConnectionModel(broken)).toBeUndefined()
})

const choice = (modelId: string, connectionId: string | null = null) => ({ modelId, connectionId })
const recent = () => rememberedModels.getState().recent.map(({ modelId }) => modelId)

test('keeps the five models used last, each once', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) noteUsed(choice(id))
  expect(recent()).toEqual(['b', 'f', 'e', 'd', 'c'])
})

test('distinguishes the same id of two connections', () => {
  noteUsed(choice('a'))
  noteUsed(choice('a', 'c1'))
  expect(rememberedModels.getState().recent).toEqual([choice('a', 'c1'), choice('a')])
})

test('adds and removes a favourite', () => {
  toggleFavourite(choice('a'))
  toggleFavourite(choice('b'))
  toggleFavourite(choice('a'))
  expect(rememberedModels.getState().favourites).toEqual([choice('b')])
})
