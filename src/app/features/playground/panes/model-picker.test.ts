import { expect, test } from 'vitest'
import { readForeignModels } from '#app/data/models/read-foreign-models.ts'
import { modelOptions } from './model-picker.tsx'

const modelsOf = (...entries: object[]) => readForeignModels({ data: entries }) ?? []
const own = { connectionId: null, name: 'This server', models: modelsOf({ id: 'a', status: 'inactive' }, { id: 'b' }) }

test('alone, the models of this server bear their bare ids and no word of whose they are', () => {
  expect(modelOptions([own])).toMatchObject([{ value: 'b' }, { value: 'a', note: 'Inactive' }])
  expect(modelOptions([own])[0]).not.toHaveProperty('note')
})

test('beside others each model of each connection is one option, with whose it is', () => {
  const other = { connectionId: 'c1', name: 'Workstation', models: modelsOf({ id: 'b' }, { id: 'tts-1' }) }
  expect(modelOptions([own, other])).toMatchObject([
    { value: 'b', connectionId: null, note: 'via This server' },
    { value: 'b via c1', modelId: 'b', connectionId: 'c1', note: 'via Workstation' },
    { value: 'a', note: 'Inactive, via This server' },
  ])
})
