import { expect, test } from 'vitest'
import { publishForPage } from '#app/data/models/read-connection-models.ts'
import { nearModels, textModels } from './text-models.ts'

const models = publishForPage([
  ...['llama3.2:3b', 'llama3.1:8b', 'qwen2.5:3b', 'mistral', 'модель-два'].map((id) => ({ id })),
  { id: 'mistral-voice', model_type: 'speech_to_text' },
])

test('suggests the two models that share the most words, if any', () => {
  expect(nearModels('llama3.2:1b', models).map(({ id }) => id)).toEqual(['llama3.2:3b', 'llama3.1:8b'])
  expect(nearModels('mistral-small', models).map(({ id }) => id)).toEqual(['mistral'])
  expect(nearModels('Модель', models).map(({ id }) => id)).toEqual(['модель-два'])
  expect(nearModels('gemma', models)).toEqual([])
})

test('lists callable models first, and demo models after the real ones', () => {
  const [ready, demo, unready] = publishForPage(['real', 'parley/echo', 'other'].map((id) => ({ id })))
  if (!ready || !demo || !unready) throw new Error('a model is missing')
  const listed = textModels([{ ...unready, status: 'inactive' }, demo, ready])
  expect(listed.map(({ id }) => id)).toEqual(['real', 'parley/echo', 'other'])
})
