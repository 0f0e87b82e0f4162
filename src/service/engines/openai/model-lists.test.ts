import { expect, test } from 'vitest'
import { asExpected, modelLists } from '#dialects/model-lists.test-support.ts'
import { mergeModels } from '#service/catalogue/merge-models.ts'
import { engineWith } from './scripted-engine.test-support.ts'

test.each(Object.entries(modelLists))('publishes the models of %s', async (_name, { answer, models }) => {
  const { engine } = engineWith(() => ({ body: [JSON.stringify(answer)] }))
  const listed = await engine.models(new AbortController().signal)
  const merged = mergeModels([{ engine, models: listed, reachable: true }], {})
  const published = merged.models.map((model) => {
    const id = model.id.replace(/^community\//, '')
    return asExpected({ ...model, id }, merged.find(model.id)?.engineModelId ?? '')
  })
  expect(published).toEqual(models)
})
