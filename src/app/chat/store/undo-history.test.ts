import { describe, expect, it } from 'vitest'
import { waitingReply } from './conversation.test-support.ts'
import { emptyTree, type MessageTree } from './message-tree.ts'
import { emptyUndoHistory, recordStep, redo, undo } from './undo-history.ts'

const tree = (tip: string): MessageTree => ({ messages: [], tip })

describe('the undo history', () => {
  it('undoes and redoes, and names the undone step', () => {
    const steps = recordStep(recordStep(emptyUndoHistory, 'send', emptyTree), 'delete', tree('a'))
    const undone = undo(steps, tree('b'))
    expect(undone).toMatchObject({ tree: tree('a'), steps: { last: { name: 'delete', way: 'undone' } } })
    const redone = redo(undone?.steps ?? emptyUndoHistory, tree('a'))
    expect(redone).toMatchObject({ tree: tree('b'), steps: { future: [], last: { name: 'delete', way: 'redone' } } })
  })

  it('does nothing with no step to undo or redo', () => {
    expect(undo(emptyUndoHistory, emptyTree)).toBeUndefined()
    expect(redo(emptyUndoHistory, emptyTree)).toBeUndefined()
  })

  it('discards undone steps after a new step', () => {
    const undone = undo(recordStep(emptyUndoHistory, 'send', emptyTree), tree('a'))?.steps ?? emptyUndoHistory
    expect(recordStep(undone, 'edit', emptyTree).future).toEqual([])
  })

  it('holds two hundred steps', () => {
    let steps = emptyUndoHistory
    for (let count = 0; count < 500; count++) steps = recordStep(steps, 'edit', tree(String(count)))
    expect(steps.past).toHaveLength(200)
    expect(steps.past.at(-1)?.tree.tip).toBe('499')
  })

  it('redoes a running reply in its current state', () => {
    const arriving = { messages: [waitingReply], tip: waitingReply.id }
    const arrived = { ...waitingReply, state: 'done' as const, text: 'All of it' }
    const undone = undo(recordStep(emptyUndoHistory, 'edit', arriving), { messages: [arrived], tip: arrived.id })
    expect(undone?.tree.messages[0]).toMatchObject({ state: 'done', text: 'All of it' })
  })
})
