import { beforeEach, expect, it } from 'vitest'
import { pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { publishForPage } from '#app/data/models/read-connection-models.ts'
import { addModelPane, nextModel, pickTwoModels } from './choose-models.ts'

const listOf = (ids: readonly string[], connectionId: string | null = null) => ({
  connectionId,
  models: publishForPage(ids.map((id) => ({ id }))),
})
const models = listOf(['a/one', 'a/two', 'a/three'])
const open = () => workspace.getState().panes.map(({ store }) => store.getState().modelId)
const lastPane = () => workspace.getState().panes.at(-1)?.store.getState()

beforeEach(() => workspace.getState().open({ panes: [{ modelId: 'a/two', systemPrompt: 'Be brief.' }] }))

it('picks the next callable model that isn’t open, with the last pane’s parameters', () => {
  addModelPane([models])
  addModelPane([models])
  expect(open()).toEqual(['a/two', 'a/one', 'a/three'])
  expect(lastPane()?.systemPrompt).toBe('Be brief.')
})

it('picks the same model if there is no other', () => {
  const inactive = models.models.map((model) => ({ ...model, status: 'inactive' as const }))
  addModelPane([{ connectionId: null, models: inactive }])
  expect(open()).toEqual(['a/two', 'a/two'])
  workspace.getState().open({ panes: [{ modelId: 'a/two' }] })
  addModelPane([])
  expect(open()).toEqual(['a/two', 'a/two'])
})

it('counts the default model as open if none was chosen', () => {
  workspace.getState().open({ panes: [{}] })
  addModelPane([models])
  expect(open()).toEqual([null, 'a/two'])
})

it('copies the conversation to the new pane, which continues on its own', () => {
  const [first] = workspace.getState().panes
  first?.store.getState().insertAfter(null, 'user', 'Hello')
  expect(addModelPane([models])).toBe(true)
  const copy = lastPane()
  expect(copy && pathOf(copy).map(({ text }) => text)).toEqual(['Hello'])
  expect(copy?.tip).not.toBe(first?.store.getState().tip)
})

it('adds an empty pane to an empty conversation', () => {
  expect(addModelPane([models])).toBe(false)
  expect(lastPane()?.messages).toEqual([])
})

const mixed = ['parley/eliza', 'parley/echo', 'openai/gpt-a', 'openai/gpt-b', 'anthropic/claude-a']
const without = (...ids: string[]) => [listOf(mixed.filter((id) => !ids.includes(id)))]
const choice = (modelId: string, connectionId: string | null = null) => ({ modelId, connectionId })

it('compares with a model of another maker, otherwise another real one, otherwise a demo model', () => {
  const gpt = [choice('openai/gpt-a')]
  expect(nextModel(without(), gpt)).toEqual(choice('anthropic/claude-a'))
  expect(nextModel(without('anthropic/claude-a'), gpt)).toEqual(choice('openai/gpt-b'))
  expect(nextModel(without('anthropic/claude-a', 'openai/gpt-b'), gpt)).toEqual(choice('parley/eliza'))
  expect(nextModel([], gpt)).toBeUndefined()
})

it('prefers a real model of a direct connection to a demo model', () => {
  const lists = [listOf(['parley/eliza', 'parley/echo']), listOf(['llama3.2:3b'], 'c1')]
  expect(nextModel(lists, [choice('parley/eliza')])).toEqual(choice('llama3.2:3b', 'c1'))
  workspace.getState().open({ panes: [{ modelId: 'parley/eliza' }] })
  addModelPane(lists)
  expect(lastPane()).toMatchObject(choice('llama3.2:3b', 'c1'))
})

it('compares the current model, if it can be called, with another', () => {
  const eliza = choice('parley/eliza')
  expect(pickTwoModels(without(), eliza)).toEqual([eliza, choice('openai/gpt-a')])
  expect(pickTwoModels(without(), choice('missing'))).toBeNull()
  expect(pickTwoModels([listOf(['parley/eliza'])], eliza)).toBeNull()
})
