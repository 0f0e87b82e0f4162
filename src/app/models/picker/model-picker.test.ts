import { expect, test } from 'vitest'
import { publishForPage } from '#app/data/models/read-connection-models.ts'
import { type EngineModel, readEngineModels } from '#dialects/model-list.ts'
import { modelLists } from '#dialects/model-lists.test-support.ts'
import { modelOptions } from './model-picker.tsx'

const modelsOf = (...entries: EngineModel[]) => publishForPage(entries)
const own = { connectionId: null, name: 'This server', models: modelsOf({ id: 'a', status: 'inactive' }, { id: 'b' }) }

const none = { recent: [], favourites: [] }
const groupsOf = (options: readonly { value: string; group?: string }[]) =>
  options.map(({ value, group }) => `${group}: ${value}`)

test('groups models by provider, with demo models and those that can’t be called last', () => {
  const mixed = [
    ...own.models,
    ...modelsOf({ id: 'parley/echo' }),
    ...modelsOf({ id: 'gpt' }).map((model) => ({ ...model, provider: 'OpenAI' })),
  ]
  const other = {
    connectionId: 'c1',
    name: 'Workstation',
    models: modelsOf({ id: 'b' }, { id: 'tts-1', model_type: 'text_to_speech' }),
  }
  expect(groupsOf(modelOptions([{ ...own, models: mixed }, other], none))).toEqual([
    'This server: b',
    'OpenAI: gpt',
    'Workstation: b via c1',
    'Demo: parley/echo',
    'Not connected: a',
  ])
})

test('puts recent models and favourites first, each model once, with its provider', () => {
  const other = { connectionId: 'c1', name: 'Workstation', models: modelsOf({ id: 'x' }, { id: 'y' }, { id: 'z' }) }
  const options = modelOptions([own, other], {
    recent: [
      { modelId: 'z', connectionId: 'c1' },
      { modelId: 'b', connectionId: null },
      { modelId: 'gone', connectionId: null },
      { modelId: 'a', connectionId: null },
    ],
    favourites: [
      { modelId: 'z', connectionId: 'c1' },
      { modelId: 'y', connectionId: 'c1' },
    ],
  })
  expect(groupsOf(options)).toEqual([
    'Recent: z via c1',
    'Recent: b',
    'Favourites: y via c1',
    'Workstation: x via c1',
    'Not connected: a',
  ])
  expect(options[0]).toMatchObject({ note: 'via Workstation' })
})

test.each(Object.entries(modelLists))('offers only chat models of %s', (_name, { answer, models }) => {
  const listed = publishForPage(readEngineModels(answer, 1_700_000_000) ?? [])
  const offered = modelOptions([{ connectionId: 'c1', name: 'Workstation', models: listed }], none)
  const chatModels = models.filter(({ type = 'text_generation' }) => type === 'text_generation')
  expect(offered.map(({ modelId }) => modelId)).toEqual(chatModels.map(({ id }) => id))
})
