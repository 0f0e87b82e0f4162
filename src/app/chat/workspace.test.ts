import { describe, expect, it } from 'vitest'
import type { Reply } from '#app/data/message.ts'
import { mostPanes } from '#app/data/setup.ts'
import { createWorkspace } from './workspace.ts'

/** A workspace whose replies wait for ever. */
function setUp(panes = 1) {
  const asked: string[] = []
  const workspace = createWorkspace({
    now: () => 0,
    schedule: (callback) => callback(),
    async *stream({ body }, signal) {
      asked.push(body.model)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      yield []
    },
  })
  for (let more = 1; more < panes; more += 1) workspace.getState().addPane()
  const store = (at: number) => {
    const pane = workspace.getState().panes[at]
    if (!pane) throw new Error(`There is no pane ${at}`)
    return pane.store
  }
  const id = (at: number) => workspace.getState().panes[at]?.id ?? ''
  const last = (at: number) => store(at).getState().messages.at(-1) as Reply
  return { workspace, asked, store, id, last, does: () => workspace.getState() }
}

describe('panes', () => {
  it('are at most six and at least one', () => {
    const { does, id } = setUp(mostPanes + 3)
    expect(does().panes).toHaveLength(mostPanes)
    for (let close = 0; close < 9; close += 1) does().removePane(id(0))
    expect(does().panes).toHaveLength(1)
  })

  it('all answer what is said, except those still busy, and all stop', () => {
    const { does, asked, last, store } = setUp(3)
    store(1).getState().say('earlier', 'busy')
    does().setDraft('hello')
    does().send('model')
    expect(asked).toEqual(['busy', 'model', 'model'])
    expect(store(1).getState().messages).toHaveLength(2)
    does().stop()
    expect([0, 1, 2].map((at) => last(at).state)).toEqual(['stopped', 'stopped', 'stopped'])
  })

  it('come back where they stood, with what was said in them', () => {
    const { does, id, last, store } = setUp(3)
    store(1).getState().say('hello', 'model')
    const closed = id(1)
    does().removePane(closed)
    expect(does().panes).toHaveLength(2)
    does().restorePane()
    expect(id(1)).toBe(closed)
    expect(last(1).state).toBe('stopped')
    does().restorePane()
    expect(does().panes).toHaveLength(3)
  })

  it('take the parameters of one, and keep their models', () => {
    const { does, id, store } = setUp(2)
    store(0).getState().setModel('one')
    store(1).getState().setModel('two')
    store(1).getState().setParameter('temperature', 0.3)
    store(1).getState().setSystemPrompt('Be brief.')
    does().applyToAll(id(1))
    expect(store(0).getState()).toMatchObject({
      modelId: 'one',
      systemPrompt: 'Be brief.',
      parameters: { temperature: 0.3 },
    })
  })
})

describe('separate messages', () => {
  it('begin with the shared one, and it comes back', () => {
    const { does, store } = setUp(2)
    store(1).getState().setDraft('own')
    does().setDraft('shared')
    does().setDetached(true)
    expect([does().draft, store(0).getState().draft, store(1).getState().draft]).toEqual(['', 'shared', 'own'])
    does().setDetached(false)
    expect([does().draft, store(0).getState().draft, store(1).getState().draft]).toEqual(['shared', '', 'own'])
  })
})

describe('a branch', () => {
  it('sent to another pane takes a reply on its way as far as it came', () => {
    const { does, id, last, store } = setUp(2)
    store(0).getState().say('hello', 'model')
    does().sendBranch(id(0), last(0).id, id(1))
    expect(last(1)).toMatchObject({ modelId: 'model', state: 'stopped' })
    expect(last(0).state).toBe('waiting')
    store(1).getState().undo()
    expect(store(1).getState().tip).toBeNull()
  })

  it('opens a pane of its own', () => {
    const { does, id, last, store } = setUp()
    store(0).getState().say('hello', 'model')
    does().sendBranch(id(0), last(0).id, null)
    expect(store(1).getState()).toMatchObject({ modelId: 'model' })
    expect(store(1).getState().messages).toHaveLength(2)
  })
})
