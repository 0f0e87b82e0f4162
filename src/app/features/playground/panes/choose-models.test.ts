import { beforeEach, expect, it } from 'vitest'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { publishForPage } from '#app/data/models/read-connection-models.ts'
import { addModel } from './choose-models.ts'

const models = publishForPage(['a/one', 'a/two', 'a/three'].map((id) => ({ id })))
const known = () => models
const open = () => workspace.getState().panes.map(({ store }) => store.getState().modelId)

beforeEach(() => workspace.getState().open({ panes: [{ modelId: 'a/two', systemPrompt: 'Be brief.' }] }))

it('takes the next model that can be called and is not open yet, set as the last pane is', () => {
  addModel(known)
  addModel(known)
  expect(open()).toEqual(['a/two', 'a/one', 'a/three'])
  expect(workspace.getState().panes.at(-1)?.store.getState().systemPrompt).toBe('Be brief.')
})

it('takes the same model again where there is no other', () => {
  addModel(() => models.map((model) => (model.id === 'a/two' ? model : { ...model, status: 'inactive' as const })))
  expect(open()).toEqual(['a/two', 'a/two'])
  workspace.getState().open({ panes: [{ modelId: 'a/two' }] })
  addModel(() => [])
  expect(open()).toEqual(['a/two', 'a/two'])
})

it('counts the one that answers where none was chosen as open', () => {
  workspace.getState().open({ panes: [{}] })
  addModel(known)
  expect(open()).toEqual([null, 'a/two'])
})
