import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChatEvent } from '#contract/chat-event.ts'
import type { ParameterName } from '#contract/parameters.ts'
import type { ChatRequestBody } from '#app/data/chat-stream.ts'
import { applyChatEvent } from './apply-chat-event.ts'
import { isBusy, isOpen, type Conversation, type Reply } from './conversation.ts'
import { requestOf } from './request-of.ts'

export interface ConversationActions {
  /** Says the draft to the model and streams its reply. Does nothing without a draft, or while a reply is on its way. */
  send(modelId: string): void
  /** Stops the reply on its way; what arrived stays. */
  stop(): void
  /** Asks again for the last reply, with what is set now, in place of what came. */
  retry(modelId: string): void
  setModel(modelId: string): void
  setDraft(text: string): void
  setSystemPrompt(text: string): void
  /** Undefined takes the parameter back to untouched, so that it is not sent. */
  setParameter(name: ParameterName, value: number | undefined): void
  /** An empty conversation with the same model, system prompt, parameters and draft. */
  startNew(): void
}

export type ConversationState = Conversation & ConversationActions
export type ConversationStore = StoreApi<ConversationState>

/** What a conversation needs from outside; tests hand in their own. */
export interface ConversationSurroundings {
  stream(body: ChatRequestBody, signal: AbortSignal): AsyncIterable<ChatEvent[]>
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Runs the callback before the next paint; a later call before that is not scheduled twice by us. */
  schedule(callback: () => void): void
}

/** One conversation, outside React: what arrives is gathered here and committed once a frame. */
export function createConversationStore({ stream, now, schedule }: ConversationSurroundings): ConversationStore {
  /** The reply on its way: how to end it, and how to write down at once what came since the last frame. */
  let running: { controller: AbortController; commit: () => void } | undefined

  return createStore<ConversationState>((set, get) => {
    const replaceLast = (reply: Reply) => set(({ entries }) => ({ entries: [...entries.slice(0, -1), reply] }))

    async function run(modelId: string) {
      const controller = new AbortController()
      const before = get().entries
      let reply: Reply = newReply(modelId, now())
      set({ entries: [...before, reply] })

      let scheduled = false
      const commit = () => {
        scheduled = false
        // After a stop or a new conversation, this reply is no longer ours to write.
        if (running?.controller === controller) replaceLast(reply)
      }
      running = { controller, commit }
      for await (const events of stream(requestOf(get(), modelId, before), controller.signal)) {
        if (controller.signal.aborted) return
        const at = now()
        for (const event of events) reply = applyChatEvent(reply, event, at)
        if (!scheduled) schedule(commit)
        scheduled = true
      }
      if (controller.signal.aborted) return
      if (isOpen(reply)) reply = { ...reply, state: 'interrupted' }
      commit()
      running = undefined
    }

    /** Ends the reply on its way without waiting for anyone. */
    function abandon() {
      running?.commit()
      running?.controller.abort()
      running = undefined
    }

    return {
      modelId: null,
      systemPrompt: '',
      parameters: {},
      entries: [],
      draft: '',
      send(modelId) {
        const { draft, entries } = get()
        if (draft.trim() === '' || isBusy(get())) return
        set({ modelId, draft: '', entries: [...entries, { kind: 'user', id: newId(), text: draft }] })
        void run(modelId)
      },
      stop() {
        abandon()
        const last = get().entries.at(-1)
        if (last?.kind === 'reply' && isOpen(last)) replaceLast({ ...last, state: 'stopped' })
      },
      retry(modelId) {
        const { entries } = get()
        if (isBusy(get()) || entries.at(-1)?.kind !== 'reply') return
        set({ modelId, entries: entries.slice(0, -1) })
        void run(modelId)
      },
      setModel: (modelId) => set({ modelId }),
      setDraft: (draft) => set({ draft }),
      setSystemPrompt: (systemPrompt) => set({ systemPrompt }),
      setParameter: (name, value) =>
        set(({ parameters }) => {
          const { [name]: _, ...others } = parameters
          return { parameters: value === undefined ? others : { ...others, [name]: value } }
        }),
      startNew() {
        abandon()
        set({ entries: [] })
      },
    }
  })
}

function newReply(modelId: string, sentAt: number): Reply {
  return {
    kind: 'reply',
    id: newId(),
    modelId,
    state: 'waiting',
    text: '',
    reasoning: '',
    sentAt,
    firstDeltaAt: null,
    lastDeltaAt: null,
    deltas: 0,
    usage: null,
    finishReason: null,
    failure: null,
  }
}

/** `crypto.randomUUID` is missing where the page is not served securely, such as from another machine of a home network. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
