import { beforeEach, expect, it, vi } from 'vitest'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import {
  dismissOpened,
  offerSetupFromText,
  openedSetup,
  openOfferedSetup,
  receiveSetup,
  restorePrevious,
} from './opened-setup.ts'

vi.mock('#app/chat/store/load-chat-stream.ts', () => ({
  // A reply that never arrives.
  streamOnDemand: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
}))

const setup = {
  panes: [{ model: 'a/b', system: 'Be brief.', parameters: {}, extraBody: '', messages: [] }],
  draft: 'Hello',
}
const conversation = () => workspace.getState().panes[0]?.store.getState()

beforeEach(() => workspace.getState().open({ panes: [{ messages: [waitingReply], tip: waitingReply.id }] }))

it('opens a setup without sending it, and restores the previous workspace', () => {
  const { conversationId } = workspace.getState()
  receiveSetup(setup)
  expect(workspace.getState().draft).toBe('Hello')
  expect(conversation()).toMatchObject({ modelId: 'a/b', systemPrompt: 'Be brief.', messages: [], running: null })
  restorePrevious()
  expect(workspace.getState().conversationId).toBe(conversationId)
  expect(conversation()?.messages).toHaveLength(1)
})

it('restores a running reply as stopped', () => {
  conversation()?.say('Hi', 'parley/echo')
  receiveSetup(setup)
  restorePrevious()
  expect(conversation()?.messages.at(-1)).toMatchObject({ kind: 'reply', state: 'stopped' })
  expect(conversation()?.running).toBeNull()
})

it('stops saying that nothing was sent after a message in any pane', () => {
  receiveSetup({ ...setup, panes: [...setup.panes, ...setup.panes] })
  expect(openedSetup.getState()).toMatchObject({ state: 'opened', sent: false })
  workspace.getState().setDraft('More')
  expect(openedSetup.getState()).toMatchObject({ state: 'opened', sent: false })
  workspace.getState().panes[1]?.store.getState().say('Hi', 'parley/echo')
  expect(openedSetup.getState()).toMatchObject({ state: 'opened', sent: true })
  const { conversationId } = workspace.getState()
  restorePrevious()
  expect(workspace.getState().conversationId).not.toBe(conversationId)
})

it('hides the notice when another conversation is opened', () => {
  receiveSetup(setup)
  workspace.getState().startNew()
  expect(openedSetup.getState()).toEqual({ state: 'none' })
  // A second setup gets the same notice as the first.
  receiveSetup(setup)
  receiveSetup(setup)
  expect(openedSetup.getState()).toMatchObject({ state: 'opened', sent: false })
})

it('offers to open a pasted command while it is in a message field', () => {
  const command = 'curl https://there.example/v1/chat/completions'
  const before = openedSetup.getState()
  offerSetupFromText(command)
  workspace.getState().setDraft(command)
  workspace.getState().setDraft(`${command} -d '{}'`)
  expect(openedSetup.getState().state).toBe('offers')
  workspace.getState().setDraft('')
  expect(openedSetup.getState()).toEqual(before)
  // The setup reader loaded after the text was pasted.
  workspace.getState().setDraft(command)
  offerSetupFromText(command)
  workspace.getState().send('parley/echo')
  expect(openedSetup.getState().state).toBe('none')
})

it('keeps a pasted command in the field until the user agrees to its server', () => {
  vi.stubGlobal('location', { origin: 'http://here.example' })
  const command = `curl https://there.example/v1/chat/completions -d '{"model":"m","messages":[]}'`
  workspace.getState().setDraft(command)
  offerSetupFromText(command)
  openOfferedSetup()
  expect(openedSetup.getState()).toMatchObject({ state: 'asks', baseUrls: ['https://there.example/v1'] })
  dismissOpened()
  expect(workspace.getState().draft).toBe(command)
  vi.unstubAllGlobals()
})

it('offers no server for a model in a file of another browser', () => {
  vi.stubGlobal('location', { origin: 'http://here.example' })
  const command = `curl https://this-browser.invalid/v1/chat/completions -d '{"model":"local/m","messages":[]}'`
  workspace.getState().setDraft(command)
  offerSetupFromText(command)
  openOfferedSetup()
  expect(openedSetup.getState().state).not.toBe('asks')
  expect(workspace.getState().panes[0]?.store.getState()).toMatchObject({ modelId: 'local/m', connectionId: null })
  vi.unstubAllGlobals()
})
