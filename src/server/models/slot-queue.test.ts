import { describe, expect, it } from 'vitest'
import { SlotQueue } from './slot-queue.ts'

const never = new AbortController().signal

/** Enters, and says in `entered` when it has. */
function enter(queue: SlotQueue, entered: string[], model: string, signal = never): Promise<void> {
  return queue.enter(model, signal).then(() => {
    entered.push(model)
  })
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the queue for slots', () => {
  it('lets chats of one model in together, and of another one after them, in order', async () => {
    const queue = new SlotQueue(2, 10)
    const entered: string[] = []
    for (const model of ['a', 'a', 'a', 'b', 'a']) void enter(queue, entered, model)
    await settled()
    expect([entered.join(''), queue.active, queue.length]).toEqual(['aa', 2, 3])
    queue.leave()
    await settled()
    expect(entered.join('')).toBe('aaa')
    queue.leave()
    await settled()
    // Another chat of the first model may not overtake the second model for ever.
    expect([entered.join(''), queue.active]).toEqual(['aaa', 1])
    queue.leave()
    await settled()
    expect(entered.join('')).toBe('aaab')
    queue.leave()
    await settled()
    expect([entered.join(''), queue.active, queue.length]).toEqual(['aaaba', 1, 0])
  })

  it('refuses more than may wait, and forgets who leaves', async () => {
    const queue = new SlotQueue(1, 1)
    const entered: string[] = []
    await enter(queue, entered, 'a')
    const caller = new AbortController()
    const waiting = enter(queue, entered, 'b', caller.signal)
    expect(() => queue.enter('a', never)).toThrow(
      expect.objectContaining({ status: 503, headers: { 'retry-after': '5' } }),
    )
    caller.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    expect(queue.length).toBe(0)
    void enter(queue, entered, 'c')
    queue.leave()
    await settled()
    expect(entered).toEqual(['a', 'c'])
  })

  it('lets nobody wait with a limit of 0, but serves a free slot', async () => {
    const queue = new SlotQueue(1, 0)
    await queue.enter('a', never)
    expect(() => queue.enter('a', never)).toThrow('PARLEY_MODEL_QUEUE')
    queue.leave()
    await queue.enter('b', never)
    expect(queue.active).toBe(1)
  })
})
