import { expect, test } from 'vitest'
import { readForeignModels } from '#app/data/models/read-foreign-models.ts'
import { nearModels } from './text-models.ts'

const models = readForeignModels({
  data: ['llama3.2:3b', 'llama3.1:8b', 'qwen2.5:3b', 'mistral', 'whisper-1', 'модель-два'].map((id) => ({ id })),
})

test('offers the two that share most words, nearest first, and nothing where none does', () => {
  expect(nearModels('llama3.2:1b', models ?? []).map(({ id }) => id)).toEqual(['llama3.2:3b', 'llama3.1:8b'])
  expect(nearModels('mistral-small', models ?? []).map(({ id }) => id)).toEqual(['mistral'])
  expect(nearModels('Модель', models ?? []).map(({ id }) => id)).toEqual(['модель-два'])
  expect(nearModels('gemma', models ?? [])).toEqual([])
})
