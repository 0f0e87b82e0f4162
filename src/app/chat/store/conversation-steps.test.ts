import { describe, expect, it } from 'vitest'
import { finished, setUp, text } from './conversation-store.test-support.ts'
import { pathOf } from './message-tree.ts'

describe('undo in a conversation', () => {
  it('undoes and redoes steps, including a reply that grew in between', async () => {
    const { store, say, arrive, paint, close } = setUp()
    say('One')
    await arrive(text('First'))
    paint()
    store.getState().editText(store.getState().messages[0]?.id ?? '', 'Uno')
    await arrive(text(' and last'), finished)
    await close()
    store.getState().undo()
    expect(pathOf(store.getState()).map((each) => each.text)).toEqual(['One', 'First and last'])
    store.getState().undo()
    expect(pathOf(store.getState())).toEqual([])
    store.getState().redo()
    store.getState().redo()
    expect(pathOf(store.getState()).map((each) => each.text)).toEqual(['Uno', 'First and last'])
  })

  it('redoes a reply that an undo ended in its final state', async () => {
    const { store, say, arrive, reply } = setUp()
    say('Hi')
    await arrive(text('Hel'))
    store.getState().undo()
    store.getState().redo()
    expect(reply()).toMatchObject({ state: 'stopped', text: 'Hel' })
    expect(store.getState().running).toBeNull()
  })

  it('stops a reply when its message is undone', async () => {
    const { store, say, arrive, signals } = setUp()
    say('One')
    await arrive(text('First'))
    store.getState().undo()
    expect(signals[0]?.aborted).toBe(true)
    expect(store.getState().running).toBeNull()
  })
})
