import { describe, expect, it, vi } from 'vitest'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import type { Reply } from '#app/data/message.ts'
import { maxPanes } from '#app/data/setup.ts'
import { pathOf } from './message-tree.ts'
import { takeSnapshot } from '#app/chat/persistence/snapshot.ts'
import { watchWorkspace } from './use-panes.ts'
import { createWorkspace } from './workspace.ts'

/** A workspace whose replies run until the test ends or stops them. */
function setUp(panes = 1) {
  const asked: string[] = []
  const endings: (() => void)[] = []
  const workspace = createWorkspace({
    now: () => 0,
    schedule: (callback) => callback(),
    async *stream({ body }, signal) {
      asked.push(body.model)
      await new Promise<void>((resolve) => {
        endings.push(resolve)
        signal.addEventListener('abort', () => resolve())
      })
      yield [{ type: 'finished', reasons: { 0: 'stop' } }]
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
  const said = (at: number) =>
    pathOf(store(at).getState()).flatMap((each) => (each.kind === 'written' ? [each.text] : []))
  const queued = (at: number) =>
    store(at)
      .getState()
      .queued.map(({ text }) => text)
  /** Sends a text to all panes. */
  const send = (text: string) => {
    workspace.getState().setDraft(text)
    workspace.getState().send('model')
  }
  /** Ends the reply to the nth request, from 0. */
  const end = async (request: number) => {
    endings[request]?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { workspace, asked, store, id, last, said, queued, send, end, does: () => workspace.getState() }
}

describe('panes', () => {
  it('are limited to between one and six', () => {
    const { does, id } = setUp(maxPanes + 3)
    expect(does().panes).toHaveLength(maxPanes)
    for (let close = 0; close < 9; close += 1) does().removePane(id(0))
    expect(does().panes).toHaveLength(1)
  })

  it('keep their marks when another is closed, and a new one takes the lowest free mark', () => {
    const { does, id } = setUp(4)
    const marks = () => does().panes.map(({ mark }) => mark)
    expect(marks()).toEqual([1, 2, 3, 4])
    does().removePane(id(1))
    expect(marks()).toEqual([1, 3, 4])
    does().restorePane()
    expect(marks()).toEqual([1, 2, 3, 4])
    does().removePane(id(1))
    does().removePane(id(0))
    does().addPane()
    expect(marks()).toEqual([3, 4, 1])
    does().open({ panes: [{}, {}] })
    expect(marks()).toEqual([1, 2])
  })

  it('all answer a message, and all stop', () => {
    const { does, asked, last } = setUp(3)
    does().setDraft('hello')
    does().send('model')
    expect(asked).toEqual(['model', 'model', 'model'])
    does().stop()
    expect([0, 1, 2].map((at) => last(at).state)).toEqual(['stopped', 'stopped', 'stopped'])
  })

  it('are restored in order, with their messages', () => {
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

  it('copy the parameters of one pane, and keep their models', () => {
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

describe('a message for several panes', () => {
  it('is queued while a reply is running, and sent in order as replies end', async () => {
    const { does, store, said, queued, send, end } = setUp(2)
    store(1).getState().say('first', 'slow')
    send('second')
    expect(does().draft).toBe('')
    send('third')
    // Both panes are busy, so the message stays queued.
    expect(does().draft).toBe('third')
    await end(1)
    does().send('model')
    expect(said(0)).toEqual(['second', 'third'])
    expect([said(1), queued(1)]).toEqual([['first'], ['second', 'third']])
    await end(0)
    expect([said(1), queued(1)]).toEqual([['first', 'second'], ['third']])
    await end(3)
    expect([said(1), queued(1)]).toEqual([['first', 'second', 'third'], []])
  })

  it('can be removed from the queue', async () => {
    const { store, said, send, end } = setUp(2)
    store(1).getState().say('first', 'slow')
    send('second')
    store(1)
      .getState()
      .unqueue(store(1).getState().queued[0]?.id ?? '')
    await end(0)
    expect(said(1)).toEqual(['first'])
  })

  it('waits for the user after a stop and in a closed pane', () => {
    const { does, id, store, said, queued, send } = setUp(2)
    store(1).getState().say('first', 'slow')
    send('second')
    does().stop()
    expect([said(1), queued(1)]).toEqual([['first'], ['second']])
    does().removePane(id(1))
    does().restorePane()
    expect(queued(1)).toEqual(['second'])
    store(1).getState().sendQueued('model')
    expect([said(1), queued(1)]).toEqual([['first', 'second'], []])
  })

  it('is restored in the queue with the conversation, and isn’t sent automatically', () => {
    const { workspace, does, asked, said, queued } = setUp()
    does().open({ panes: [{ queued: ['unsent'] }] })
    expect(takeSnapshot(workspace).panes[0]?.queued).toEqual(['unsent'])
    expect([asked, said(0), queued(0)]).toEqual([[], [], ['unsent']])
  })
})

describe('a sent message', () => {
  it('is undone in all panes as one step, stops their replies, and returns to the draft', () => {
    const { does, store, said, send, last } = setUp(3)
    send('hello')
    does().undo(store(1))
    expect([said(0), said(1), said(2)]).toEqual([[], [], []])
    expect([0, 1, 2].map((at) => store(at).getState().running)).toEqual([null, null, null])
    expect(does().draft).toBe('hello')
    does().redo(store(2))
    expect([said(0), said(1), said(2)]).toEqual([['hello'], ['hello'], ['hello']])
    expect(last(0).state).toBe('stopped')
    expect(does().draft).toBe('')
  })

  it('is undone in a queue, and queued again on redo', () => {
    const { does, store, said, queued, send } = setUp(2)
    store(1).getState().say('first', 'slow')
    send('second')
    does().undo(store(0))
    expect([said(0), said(1), queued(1)]).toEqual([[], ['first'], []])
    expect(store(1).getState().running).not.toBeNull()
    does().redo(store(0))
    expect([said(0), queued(1)]).toEqual([['second'], ['second']])
  })

  it('doesn’t overwrite a newer draft', () => {
    const { does, store, send } = setUp()
    send('hello')
    does().setDraft('something else')
    does().undo(store(0))
    expect(does().draft).toBe('something else')
    does().redo(store(0))
    expect(does().draft).toBe('something else')
  })

  it('returns to the message field of its own pane', () => {
    const { does, store } = setUp(2)
    does().setDetached(true)
    store(1).getState().setDraft('own')
    store(1).getState().send('model')
    does().undo(store(1))
    expect([does().draft, store(1).getState().draft]).toEqual(['', 'own'])
    does().redo(store(1))
    expect(store(1).getState().draft).toBe('')
  })
})

describe('separate messages', () => {
  it('start with the shared draft, which returns later', () => {
    const { does, store } = setUp(2)
    store(1).getState().setDraft('own')
    does().setDraft('shared')
    does().setDetached(true)
    expect([does().draft, store(0).getState().draft, store(1).getState().draft]).toEqual(['', 'shared', 'own'])
    does().setDetached(false)
    expect([does().draft, store(0).getState().draft, store(1).getState().draft]).toEqual(['shared', '', 'own'])
  })
})

describe('watching', () => {
  it('tells of every change, or of all but those to messages alone', () => {
    const { workspace, store } = setUp(2)
    const all = vi.fn<() => void>()
    const settings = vi.fn<() => void>()
    watchWorkspace(workspace, all)
    watchWorkspace(workspace, settings, { skipsMessages: true })
    store(1).setState(({ messages }) => ({ messages: [...messages] }))
    expect([all.mock.calls.length, settings.mock.calls.length]).toEqual([1, 0])
    store(1).getState().setSystemPrompt('Be brief.')
    expect([all.mock.calls.length, settings.mock.calls.length]).toEqual([2, 1])
  })
})

describe('a branch', () => {
  it('sent to another pane copies a running reply’s text so far', () => {
    const { does, id, last, store } = setUp(2)
    store(0).getState().say('hello', 'model')
    does().sendBranch(id(0), last(0).id, id(1))
    expect(last(1)).toMatchObject({ modelId: 'model', state: 'stopped' })
    expect(last(0).state).toBe('waiting')
    store(1).getState().undo()
    expect(store(1).getState().tip).toBeNull()
  })

  it('opens in a new pane', () => {
    const { does, id, last, store } = setUp()
    store(0).getState().say('hello', 'model')
    does().sendBranch(id(0), last(0).id, null)
    expect(store(1).getState()).toMatchObject({ modelId: 'model' })
    expect(store(1).getState().messages).toHaveLength(2)
  })
})

describe('attached files', () => {
  const file: Attachment = { hash: 'a'.repeat(64), kind: 'pdf', name: 'a.pdf', type: 'application/pdf', size: 9 }

  it('are sent to all panes with the text or alone, and undo brings them back', () => {
    const { does, store, said } = setUp(2)
    does().setAttached([file])
    does().send('m')
    expect(does().attached).toEqual([])
    expect([said(0), said(1)]).toEqual([[''], ['']])
    expect(store(1).getState().messages[0]).toMatchObject({ kind: 'written', attachments: [file] })
    does().undo(store(0))
    expect(does().attached).toEqual([file])
    expect([said(0), said(1)]).toEqual([[], []])
    does().redo(store(0))
    expect(does().attached).toEqual([])
    expect(store(0).getState().messages[0]).toMatchObject({ attachments: [file] })
  })

  it('wait in the queue, and follow a branch, a changed role and separate drafts', () => {
    const { workspace, does, store, send } = setUp(2)
    send('first')
    does().setAttached([file])
    does().setDraft('second')
    store(1).getState().stop()
    does().send('m')
    expect(takeSnapshot(workspace).panes[0]?.queued).toEqual([{ text: 'second', attachments: [file] }])
    const sent = store(1)
      .getState()
      .messages.find(({ text }) => text === 'second')
    expect(sent).toMatchObject({ attachments: [file] })
    store(1)
      .getState()
      .setRole(sent?.id ?? '', 'system')
    does().sendBranch(does().panes[1]?.id ?? '', sent?.id ?? '', null)
    expect(store(2).getState().messages.at(-1)).toMatchObject({ role: 'system', attachments: [file] })
    does().setAttached([file])
    does().setDetached(true)
    expect([does().attached, store(0).getState().attached]).toEqual([[], [file]])
    does().setDetached(false)
    expect([does().attached, store(0).getState().attached]).toEqual([[file], []])
  })

  it('change with an edited message, and undo restores them', () => {
    const { store } = setUp()
    const id = store(0).getState().insertAfter(null, 'user', 'words', [file])
    store(0).getState().editText(id, 'other words', [])
    expect(store(0).getState().messages[0]).not.toHaveProperty('attachments')
    store(0).getState().undo()
    expect(store(0).getState().messages[0]).toMatchObject({ text: 'words', attachments: [file] })
    store(0).getState().editAndResend(id, 'again', 'm')
    expect(pathOf(store(0).getState())[0]).toMatchObject({ text: 'again', attachments: [file] })
  })
})
