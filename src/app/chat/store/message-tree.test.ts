import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WrittenMessage } from '#app/data/message.ts'
import { waitingReply } from './conversation.test-support.ts'
import {
  append,
  branchAt,
  emptyTree,
  insertAfter,
  moveDown,
  moveUp,
  pathOf,
  remove,
  setRole,
  setText,
  showVersion,
  type MessageTree,
} from './message-tree.ts'
import { versionIds } from '#app/chat/transcript/message-versions.tsx'

function message(id: string, parent: string | null): WrittenMessage {
  return { kind: 'written', id, parent, createdAt: 0, role: 'user', text: id }
}

/** A tree in which each letter follows the previous one. */
function line(ids: string): MessageTree {
  let tree = emptyTree
  for (const id of ids) tree = append(tree, message(id, tree.tip))
  return tree
}

const shown = (tree: MessageTree) =>
  pathOf(tree)
    .map(({ id }) => id)
    .join('')

describe('a tree of messages', () => {
  it('shows the selected version and the latest messages after it', () => {
    const two = append(append(line('abc'), message('B', 'a')), message('C', 'B'))
    expect(shown(two)).toBe('aBC')
    expect(versionIds(two.messages, 'a')).toEqual(['b', 'B'])
    expect(shown(showVersion(two, 'b'))).toBe('abc')
    expect(shown(showVersion(showVersion(two, 'b'), 'B'))).toBe('aBC')
  })

  it('reconnects the neighbors of a removed message, also at either end', () => {
    expect(shown(remove(line('abc'), 'b'))).toBe('ac')
    expect(shown(remove(line('abc'), 'c'))).toBe('ab')
    expect(shown(remove(line('abc'), 'a'))).toBe('bc')
    expect(shown(remove(line('a'), 'a'))).toBe('')
  })

  it('inserts a message before, between and after others', () => {
    expect(shown(insertAfter(line('ab'), null, message('x', null)))).toBe('xab')
    expect(shown(insertAfter(line('ab'), 'a', message('x', null)))).toBe('axb')
    expect(shown(insertAfter(line('ab'), 'b', message('x', null)))).toBe('abx')
    expect(shown(insertAfter(emptyTree, null, message('x', null)))).toBe('x')
  })

  it('keeps the other versions in place when one is moved or gets a message before it', () => {
    const two = append(line('abc'), message('B', 'a'))
    const inserted = insertAfter(showVersion(two, 'b'), 'a', message('x', null))
    expect(shown(inserted)).toBe('axbc')
    expect(shown(showVersion(inserted, 'B'))).toBe('aB')
  })

  it('swaps a message with the previous one', () => {
    expect(shown(moveUp(line('abc'), 'b'))).toBe('bac')
    expect(shown(moveUp(line('abc'), 'c'))).toBe('acb')
    expect(shown(moveUp(line('abc'), 'a'))).toBe('abc')
  })

  it('swaps a message with the next one', () => {
    expect(shown(moveDown(line('abc'), 'a'))).toBe('bac')
    expect(shown(moveDown(line('abc'), 'c'))).toBe('abc')
    expect(shown(moveDown(line('abc'), 'gone'))).toBe('abc')
  })

  it('shows another version when the last message is removed', () => {
    const two = append(line('ab'), message('B', 'a'))
    expect(shown(remove(two, 'B'))).toBe('ab')
    expect(shown(remove(append(two, message('c', 'B')), 'B'))).toBe('ac')
  })

  it('marks an edited reply', () => {
    const replied = append(line('a'), { ...waitingReply, id: 'r', parent: 'a', text: 'said' })
    expect(pathOf(setText(replied, 'r', 'said otherwise')).at(-1)).toMatchObject({ edited: true, kind: 'reply' })
    expect(setText(replied, 'r', 'said')).toBe(replied)
  })

  it('copies the path to a message with new ids', () => {
    const branch = branchAt(line('abc'), 'b')
    expect(pathOf(branch).map(({ kind, text }) => ({ kind, text }))).toEqual([
      { kind: 'written', text: 'a' },
      { kind: 'written', text: 'b' },
    ])
    expect(branch.messages.map(({ id }) => id)).not.toContain('a')
  })

  it('keeps the text when the role changes', () => {
    expect(pathOf(setRole(line('ab'), 'a', 'assistant'))[0]).toMatchObject({ role: 'assistant', text: 'a' })
  })

  it('stops at cycles and missing parents in damaged data', () => {
    expect(pathOf({ messages: [message('a', 'b'), message('b', 'a')], tip: 'a' })).toHaveLength(2)
    expect(pathOf({ messages: [message('a', 'gone')], tip: 'a' })).toHaveLength(1)
  })

  it('loses only removed messages, whatever the edits', () => {
    const action = fc.record({
      does: fc.constantFrom('append', 'insert', 'moveUp', 'remove', 'show'),
      at: fc.nat(30),
    })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        let tree = emptyTree
        const kept = new Set<string>()
        for (const [count, { does, at }] of actions.entries()) {
          const target = tree.messages[at % Math.max(1, tree.messages.length)]?.id ?? null
          const onPath = pathOf(tree)
          const near = onPath[at % Math.max(1, onPath.length)]?.id ?? null
          const id = `m${count}`
          if (does === 'append') tree = append(tree, message(id, target))
          else if (does === 'insert') tree = insertAfter(tree, near, message(id, null))
          else if (target === null) continue
          else if (does === 'remove') tree = remove(tree, target)
          else if (does === 'show') tree = showVersion(tree, target)
          else tree = moveUp(tree, near ?? target)
          if (does === 'append' || does === 'insert') kept.add(id)
          if (does === 'remove') kept.delete(target ?? '')
        }
        expect(new Set(tree.messages.map((each) => each.id))).toEqual(kept)
        for (const each of tree.messages) {
          expect(pathOf(showVersion(tree, each.id)).map((on) => on.id)).toContain(each.id)
        }
      }),
    )
  })
})
