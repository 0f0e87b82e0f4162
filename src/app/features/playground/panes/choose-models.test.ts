import { beforeEach, expect, it } from 'vitest'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { publishForPage } from '#app/data/models/read-connection-models.ts'
import { addModelPane, nextModel, pickTwoModels } from './choose-models.ts'

const models = publishForPage(['a/one', 'a/two', 'a/three'].map((id) => ({ id })))
const known = () => models
const open = () => workspace.getState().panes.map(({ store }) => store.getState().modelId)

beforeEach(() => workspace.getState().open({ panes: [{ modelId: 'a/two', systemPrompt: 'Be brief.' }] }))

it('picks the next callable model that isn’t open, with the last pane’s parameters', () => {
  addModelPane(known)
  addModelPane(known)
  expect(open()).toEqual(['a/two', 'a/one', 'a/three'])
  expect(workspace.getState().panes.at(-1)?.store.getState().systemPrompt).toBe('Be brief.')
})

it('picks the same model if there is no other', () => {
  addModelPane(() => models.map((model) => (model.id === 'a/two' ? model : { ...model, status: 'inactive' as const })))
  expect(open()).toEqual(['a/two', 'a/two'])
  workspace.getState().open({ panes: [{ modelId: 'a/two' }] })
  addModelPane(() => [])
  expect(open()).toEqual(['a/two', 'a/two'])
})

it('counts the default model as open if none was chosen', () => {
  workspace.getState().open({ panes: [{}] })
  addModelPane(known)
  expect(open()).toEqual([null, 'a/two'])
})

const mixed = publishForPage(
  ['parley/eliza', 'parley/echo', 'openai/gpt-a', 'openai/gpt-b', 'anthropic/claude-a'].map((id) => ({ id })),
)
const without = (...ids: string[]) => mixed.filter(({ id }) => !ids.includes(id))

it('compares with a model of another maker, else another real one, else a demo model', () => {
  const gpt = new Set(['openai/gpt-a'])
  expect(nextModel(mixed, gpt)?.id).toBe('anthropic/claude-a')
  expect(nextModel(without('anthropic/claude-a'), gpt)?.id).toBe('openai/gpt-b')
  expect(nextModel(without('anthropic/claude-a', 'openai/gpt-b'), gpt)?.id).toBe('parley/eliza')
  expect(nextModel([], gpt)).toBeUndefined()
})

it('compares the current model, if it can be called, with another', () => {
  expect(pickTwoModels(mixed, 'parley/eliza')).toEqual(['parley/eliza', 'openai/gpt-a'])
  expect(pickTwoModels(mixed, 'missing')).toBeNull()
  expect(pickTwoModels(mixed.slice(0, 1), 'parley/eliza')).toBeNull()
})
