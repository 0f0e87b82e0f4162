import { expect, test } from 'vitest'
import { publishForPage } from '#app/data/models/read-connection-models.ts'
import { type EngineModel, readEngineModels } from '#dialects/model-list.ts'
import { modelLists } from '#dialects/model-lists.test-support.ts'
import { modelOptions } from './model-picker.tsx'

const modelsOf = (...entries: EngineModel[]) => publishForPage(entries)
const own = { connectionId: null, name: 'This server', models: modelsOf({ id: 'a', status: 'inactive' }, { id: 'b' }) }

test('shows bare ids and no connection if this server is the only one', () => {
  expect(modelOptions([own])).toMatchObject([{ value: 'b' }, { value: 'a', note: 'Inactive' }])
  expect(modelOptions([own])[0]).not.toHaveProperty('note')
})

test('shows each model of each connection as one option with its connection', () => {
  const other = {
    connectionId: 'c1',
    name: 'Workstation',
    models: modelsOf({ id: 'b' }, { id: 'tts-1', model_type: 'text_to_speech' }),
  }
  expect(modelOptions([own, other])).toMatchObject([
    { value: 'b', connectionId: null, note: 'via This server' },
    { value: 'b via c1', modelId: 'b', connectionId: 'c1', note: 'via Workstation' },
    { value: 'a', note: 'Inactive, via This server' },
  ])
})

test.each(Object.entries(modelLists))('offers only chat models of %s', (_name, { answer, models }) => {
  const listed = publishForPage(readEngineModels(answer, 1_700_000_000) ?? [])
  const offered = modelOptions([{ connectionId: 'c1', name: 'Workstation', models: listed }])
  const chatModels = models.filter(({ type = 'text_generation' }) => type === 'text_generation')
  expect(offered.map(({ modelId }) => modelId)).toEqual(chatModels.map(({ id }) => id))
})
