import { describe, expect, it } from 'vitest'
import { waitingReply } from './conversation.test-support.ts'
import { emptyTree, type MessageTree } from './message-tree.ts'
import { emptyUndoHistory, recordStep, redo, undo } from './undo-history.ts'

const tree = (tip: string): MessageTree => ({ messages: [], tip })

describe('the history of steps', () => {
  it('goes back and forth, and names what it took back', () => {
    const steps = recordStep(recordStep(emptyUndoHistory, 'send', emptyTree), 'delete', tree('a'))
    const undone = undo(steps, tree('b'))
    expect(undone).toMatchObject({ tree: tree('a'), steps: { last: { name: 'delete', way: 'undone' } } })
    const redone = redo(undone?.steps ?? emptyUndoHistory, tree('a'))
    expect(redone).toMatchObject({ tree: tree('b'), steps: { future: [], last: { name: 'delete', way: 'redone' } } })
  })

  it('ends where there is nothing more to take back or to bring again', () => {
    expect(undo(emptyUndoHistory, emptyTree)).toBeUndefined()
    expect(redo(emptyUndoHistory, emptyTree)).toBeUndefined()
  })

  it('forgets what was taken back once something else is done', () => {
    const undone = undo(recordStep(emptyUndoHistory, 'send', emptyTree), tree('a'))?.steps ?? emptyUndoHistory
    expect(recordStep(undone, 'edit', emptyTree).future).toEqual([])
  })

  it('holds two hundred steps', () => {
    let steps = emptyUndoHistory
    for (let count = 0; count < 500; count++) steps = recordStep(steps, 'edit', tree(String(count)))
    expect(steps.past).toHaveLength(200)
    expect(steps.past.at(-1)?.tree.tip).toBe('499')
  })

  it('brings a reply that was arriving as it is now', () => {
    const arriving = { messages: [waitingReply], tip: waitingReply.id }
    const arrived = { ...waitingReply, state: 'done' as const, text: 'All of it' }
    const undone = undo(recordStep(emptyUndoHistory, 'edit', arriving), { messages: [arrived], tip: arrived.id })
    expect(undone?.tree.messages[0]).toMatchObject({ state: 'done', text: 'All of it' })
  })
})
