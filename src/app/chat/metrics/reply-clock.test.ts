import { describe, expect, it } from 'vitest'
import { applyChatEvent } from '#app/chat/store/apply-chat-event.ts'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { isThinking, reasoningTime } from './reply-clock.ts'

const think = { type: 'reasoning', choice: 0, text: 'Hm. ' } as const
const say = { type: 'text', choice: 0, text: 'Yes.' } as const

describe('reasoningTime', () => {
  it('grows while the model reasons, and stops when the answer begins', () => {
    const begun = applyChatEvent(applyChatEvent(waitingReply, think, 1000), think, 3000)
    expect([isThinking(begun), reasoningTime(begun)]).toEqual([true, 2])
    const answered = applyChatEvent(applyChatEvent(begun, say, 4200), say, 9000)
    expect([isThinking(answered), reasoningTime(answered)]).toEqual([false, 3.2])
  })

  it('covers the received reasoning if the reply ended before an answer', () => {
    const begun = applyChatEvent(applyChatEvent(waitingReply, think, 1000), think, 1500)
    const stopped = { ...begun, state: 'stopped' as const }
    expect([isThinking(stopped), reasoningTime(stopped)]).toEqual([false, 0.5])
  })

  it('is unknown if the answer came first or everything arrived at once', () => {
    const late = applyChatEvent(applyChatEvent(waitingReply, say, 1000), think, 2000)
    expect(reasoningTime(late)).toBeNull()
    expect(reasoningTime(applyChatEvent(applyChatEvent(waitingReply, think, 1000), say, 1000))).toBeNull()
  })
})
