import { beforeEach, expect, test } from 'vitest'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { publishForPage } from '#app/data/models/read-connection-models.ts'
import { providers } from '#dialects/providers.ts'
import { firstModel } from './connect-model.ts'
import { selectModel } from './select-model.ts'

const open = () => workspace.getState().panes.map(({ store }) => store.getState().modelId)
const choiceOf = (name: string) => providers.find((provider) => provider.name === name)?.firstChoice
const dated = (created: Record<string, number>) =>
  publishForPage(Object.entries(created).map(([id, time]) => ({ id, created: time })))

test('preselects the newest chat model that suits a first conversation', () => {
  const openai = dated({ 'gpt-4.1': 10, 'gpt-5-mini': 20, 'gpt-5-search-api': 30, 'gpt-realtime': 40 })
  expect(firstModel(openai, choiceOf('openai'))?.id).toBe('gpt-5-mini')
  const google = dated({ 'models/gemini-2.5-flash': 10, 'models/gemini-2.5-flash-image-preview': 20 })
  expect(firstModel(google, choiceOf('gemini'))?.id).toContain('gemini-2.5-flash')
  expect(firstModel(dated({ a: 10, b: 30, c: 20 }))?.id).toBe('b')
  expect(firstModel(publishForPage([{ id: 'x' }, { id: 'y' }]))?.id).toBe('x')
  expect(firstModel(publishForPage([{ id: 'tts-1', model_type: 'text_to_speech' }]))).toBeUndefined()
})

beforeEach(() => workspace.getState().open({ panes: [{}] }))

test('selects it in panes without a model or with a demo model, and leaves real ones', () => {
  workspace.getState().open({ panes: [{}, { modelId: 'parley/echo' }, { modelId: 'gpt' }] })
  selectModel('llama', 'c1')
  expect(open()).toEqual(['llama', 'llama', 'gpt'])
})

test('leaves a conversation with a real model that has begun', () => {
  workspace.getState().open({ panes: [{ modelId: 'gpt' }] })
  workspace.getState().panes[0]?.store.getState().insertAfter(null, 'user', 'Hello')
  selectModel('llama', 'c1', { keepsStarted: true })
  expect(open()).toEqual(['gpt'])
  selectModel('parley/echo', null)
  expect(open()).toEqual(['parley/echo'])
})
