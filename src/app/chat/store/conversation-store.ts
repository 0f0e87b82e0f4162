import { type StoreApi, createStore } from 'zustand/vanilla'
import type { ReplyRequest } from '#app/data/calls/chat-stream.ts'
import type { McpAccess } from '#app/data/mcp/mcp-access.ts'
import { type Message, type Reply, isOpen, newId, wholeToolCalls } from '#app/data/message.ts'
import { readFormatField } from '#app/data/response-format.ts'
import { type Setup, emptySetup } from '#app/data/setup.ts'
import type { ChatEvent } from '#contract/chat-event.ts'
import { applyChatEvent } from './apply-chat-event.ts'
import { countCharacters, requestOf, sentExtraBody } from './chat-request.ts'
import type { PaneConversation, ConversationState } from './conversation.ts'
import * as tree from './message-tree.ts'
import { newReply, written } from './message-tree.ts'
import { withArguments, withDraftResult, withSentResults } from './tool-loop.ts'
import type { ToolRunner } from './tool-runner.ts'
import {
  type StepName,
  type Turn,
  emptyUndoHistory,
  isEmptyTurn,
  newTurn,
  recordStep,
  redo,
  undo,
} from './undo-history.ts'

export type ConversationStore = StoreApi<ConversationState>

/** Edits of tools or the response format with shorter pauses, in milliseconds, are undone together. */
const editPause = 1_500

/** What a conversation needs from outside; tests pass their own. */
export interface ConversationDependencies {
  stream(call: ReplyRequest, signal: AbortSignal): AsyncIterable<ChatEvent[]>
  /** Whether a connection has a key; null is the service that served this page. Optional: replies then don't record it. */
  isKeyed?(connectionId: string | null): boolean
  /** Loads the access to MCP servers. Optional: their tools then wait for typed results. */
  mcp?(): Promise<McpAccess>
  /** A monotonic clock in milliseconds. */
  now(): number
  /** Runs the callback before the next paint. The store schedules at most one at a time. */
  schedule(callback: () => void): void
}

/** The store of one pane, outside React: it collects the events of a reply and commits them once per frame. */
export function createConversationStore(
  { stream, isKeyed, mcp, now, schedule }: ConversationDependencies,
  setup: Partial<Setup> = {},
): ConversationStore {
  /** The streaming reply: aborts it, and commits what has arrived since the last frame. */
  let running: { controller: AbortController; commit: () => void } | undefined

  return createStore<ConversationState>((set, get) => {
    /** Changes the tree as one step that can be undone. */
    const step = (name: StepName, change: (before: PaneConversation) => tree.MessageTree, turn?: Turn) =>
      set((state) => {
        const after = change(state)
        return after === state ? {} : { ...after, steps: recordStep(state.steps, name, treeOf(state), { turn }) }
      })

    /** Requests a reply to `path` and streams it into a new message after `parent`, which begins with `text`. */
    async function run(
      modelId: string,
      path: readonly Message[],
      parent: string | null,
      { text = '', exact }: { text?: string; exact?: Omit<ReplyRequest, 'replyId'> } = {},
    ) {
      const controller = new AbortController()
      const asked: Omit<ReplyRequest, 'replyId'> = exact ?? {
        body: requestOf(get(), modelId, path),
        rawJson: sentExtraBody(get()),
        connectionId: get().connectionId,
      }
      const { body, connectionId } = asked
      const format = readFormatField(body)
      let reply: Reply = {
        ...newReply(modelId, parent, now()),
        connectionId,
        ...(isKeyed && { keyed: isKeyed(connectionId) }),
        text,
        continuedFrom: text.length,
        sentCharacters: countCharacters(body),
        ...(format.kind !== 'text' && { format }),
      }
      const call = { ...asked, replyId: reply.id }
      set((state) => ({ ...tree.append(state, reply), modelId, running: reply.id }))

      let scheduled = false
      const commit = () => {
        scheduled = false
        // After a stop the reply is final. While it streams, the user may still move it in the tree.
        if (running?.controller === controller) set((state) => tree.replace(state, placed(state, reply)))
      }
      running = { controller, commit }
      for await (const events of stream(call, controller.signal)) {
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
      set({ running: null })
      const hasCalls = wholeToolCalls(reply).length > 0
      if (hasCalls && (await loadTools()).runTools(reply.id, modelId)) return
      get().sendQueued(get().modelId ?? modelId)
    }

    /** When tools or the response format were edited last. */
    let editedAt = -Infinity
    /** Loaded with the first tool call. */
    let tools: ToolRunner | undefined
    async function loadTools(): Promise<ToolRunner> {
      const { createToolRunner } = await import('./tool-runner.ts')
      tools ??= createToolRunner({
        get,
        set,
        now,
        mcp,
        replyOf: (id) => replyOf(get(), id),
        before,
        requestNext: (modelId, id) => void run(modelId, before(id), id),
      })
      return tools
    }

    /** Ends the streaming reply at once; what has arrived stays. */
    function stop() {
      const { running: id } = get()
      tools?.stopCalls()
      running?.commit()
      running?.controller.abort()
      running = undefined
      if (id === null) return
      set((state) => {
        const reply = replyOf(state, id)
        // It may have ended just before.
        return { running: null, ...(reply && isOpen(reply) && tree.replace(state, { ...reply, state: 'stopped' })) }
      })
    }

    /** Ends a reply before the user changes it, since the model would overwrite the change. */
    const stopIf = (id: string) => {
      if (get().running === id) stop()
    }

    /** Undoes or redoes a step. A streaming reply that disappears by it is stopped: it could no longer be seen or stopped. */
    function travel(way: typeof undo) {
      const { running: id } = get()
      const goal = way(get().steps, get())
      if (id !== null && goal?.tree.messages.every((each) => each.id !== id)) stop()
      // Again, because the stop has changed the reply that the step holds.
      const next = way(get().steps, get())
      if (next) set({ ...next.tree, ...next.setup, steps: next.steps })
    }

    const say = (text: string, modelId: string, turn: Turn = { id: newId(), text }) => {
      if (isEmptyTurn(turn) || get().running !== null) return
      const message = written('user', text, get().tip, turn.attachments)
      step('send', (state) => tree.append(state, message), turn)
      answer(modelId, message.id)
    }

    /** Continues an assistant message: the reply is a version of it that starts with its text. */
    function extend(modelId: string, begun: Message) {
      // Its tool calls stay out of the request: only text can be continued.
      const start = begun.kind === 'reply' ? { ...begun, toolCalls: [] } : begun
      void run(modelId, [...before(begun.parent), start], begun.parent, { text: begun.text })
    }

    /** Requests a reply to a message. A prefilled answer is continued instead, so that both are one message. */
    function answer(modelId: string, tip: string | null) {
      const last = get().messages.find(({ id }) => id === tip)
      if (isPrefill(last)) extend(modelId, last)
      else void run(modelId, before(tip), tip)
    }

    const before = (id: string | null) => (id === null ? [] : tree.pathOf({ messages: get().messages, tip: id }))

    return {
      ...emptySetup,
      ...setup,
      ...tree.emptyTree,
      draft: '',
      attached: [],
      queued: [],
      invalid: {},
      steps: emptyUndoHistory,
      running: null,
      calling: [],
      send(modelId) {
        const { draft, attached, running: busy } = get()
        const turn = newTurn(draft, attached)
        if (isEmptyTurn(turn) || busy !== null) return
        set({ draft: '', attached: [] })
        say(draft, modelId, turn)
      },
      say,
      deliver(turn, modelId) {
        set(({ queued }) => ({ queued: [...queued, turn] }))
        if (modelId !== null) get().sendQueued(modelId)
      },
      sendQueued(modelId) {
        const [next, ...queued] = get().queued
        if (!next || get().running !== null) return
        set({ queued })
        say(next.text, modelId, next)
      },
      unqueue: (turnId) => set(({ queued }) => ({ queued: queued.filter(({ id }) => id !== turnId) })),
      run(modelId) {
        const { tip, running: busy } = get()
        if (tip === null || busy !== null) return
        step('run', treeOf)
        answer(modelId, tip)
      },
      stop,
      regenerate(id, modelId) {
        const reply = replyOf(get(), id)
        if (!reply || get().running !== null) return
        // An empty version is not worth keeping.
        const isEmpty = reply.text.length === reply.continuedFrom && reply.reasoning === '' && !reply.toolCalls
        const prefill = prefillOf(get(), reply)
        step('regenerate', (state) => (isEmpty ? tree.remove(state, id) : treeOf(state)))
        answer(modelId, prefill?.id ?? reply.parent)
      },
      replay(id, body, sent) {
        const reply = replyOf(get(), id)
        if (!reply || get().running !== null) return
        step('regenerate', treeOf)
        // A reply that continued another one contains only the rest of it.
        const begun = reply.text.slice(0, reply.continuedFrom)
        void run(body.model, [], reply.parent, {
          text: begun,
          exact: { body, rawJson: sent, connectionId: reply.connectionId ?? null },
        })
      },
      continueReply(id, modelId) {
        const reply = replyOf(get(), id)
        if (!reply || get().running !== null) return
        step('continue', treeOf)
        extend(modelId, reply)
      },
      branchReply(id, start, modelId) {
        const reply = replyOf(get(), id)
        if (!reply || get().running !== null) return
        step('continue', treeOf)
        extend(modelId, { ...reply, text: start })
      },
      editAndResend(id, text, modelId, attachments) {
        const edited = get().messages.find((each) => each.id === id)
        if (edited?.kind !== 'written' || get().running !== null) return
        const message = written(edited.role, text, edited.parent, attachments ?? edited.attachments)
        step('resend', (state) => tree.append(state, message))
        answer(modelId, message.id)
      },
      editText(id, text, attachments) {
        stopIf(id)
        step('edit', (state) => {
          const changed = tree.setText(state, id, text)
          return attachments ? tree.setAttachments(changed, id, attachments) : changed
        })
      },
      setRole(id, role) {
        if (role === 'assistant' && replyOf(get(), id)) return
        stopIf(id)
        const { past } = get().steps
        const wasReply = past.findLast((each) => replyOf(each.tree, id))
        step('role', (state) => tree.setRole(state, id, role, wasReply && replyOf(wasReply.tree, id)))
      },
      remove(id) {
        stopIf(id)
        step('delete', (state) => tree.remove(state, id))
      },
      insertAfter(after, role, text, attachments) {
        const message = written(role, text, after, attachments)
        step('insert', (state) => tree.insertAfter(state, after, message))
        return message.id
      },
      moveUp: (id) => step('move', (state) => tree.moveUp(state, id)),
      moveDown: (id) => step('move', (state) => tree.moveDown(state, id)),
      showVersion: (id) => set((state) => tree.showVersion(state, id)),
      adopt: (branch) =>
        step('adopt', ({ messages }) => ({ messages: [...messages, ...branch.messages], tip: branch.tip })),
      setResult(id, index, text) {
        const reply = replyOf(get(), id)
        if (reply) set((state) => tree.replace(state, withDraftResult(reply, index, text, now())))
      },
      setArguments(id, index, json) {
        const reply = replyOf(get(), id)
        if (reply) step('edit', (state) => tree.replace(state, withArguments(reply, index, json)))
      },
      callTool: (id, index, modelId) => void loadTools().then(({ callTool }) => callTool(id, index, modelId)),
      sendResults(id, modelId) {
        const reply = replyOf(get(), id)
        if (!reply || get().running !== null || wholeToolCalls(reply).length === 0) return
        step('results', (state) => tree.replace(state, withSentResults(reply, now())))
        void run(modelId, before(id), id)
      },
      undo: () => travel(undo),
      redo: () => travel(redo),
      setModel: (modelId, connectionId = null) => set({ modelId, connectionId }),
      setDraft: (draft) => set({ draft }),
      setAttached: (attached) => set({ attached }),
      setSystemPrompt: (systemPrompt) => set({ systemPrompt }),
      setParameter: (name, value) =>
        set(({ parameters, invalid }) => {
          const { [name]: _, ...others } = parameters
          const { [name]: __, ...stillInvalid } = invalid
          return { parameters: value === undefined ? others : { ...others, [name]: value }, invalid: stillInvalid }
        }),
      setInvalid(name, typed) {
        get().setParameter(name, undefined)
        set(({ invalid }) => ({ invalid: { ...invalid, [name]: typed } }))
      },
      setExtraBody: (extraBody) => set({ extraBody }),
      editSetup(name, edited) {
        const { steps, tools: list, responseFormat } = get()
        const at = now()
        const isSameEdit = steps.last?.name === name && steps.last.way === 'done' && at - editedAt < editPause
        editedAt = at
        const replaced = name === 'tools' ? { tools: list } : { responseFormat }
        const recorded = () => recordStep(steps, name, treeOf(get()), { setup: replaced })
        set({ ...edited, ...(!isSameEdit && { steps: recorded() }) })
      },
      applySetup: (applied) => set(applied.parameters ? { ...applied, invalid: {} } : applied),
      open(opened) {
        stop()
        set({ ...opened, queued: [], steps: emptyUndoHistory })
      },
    }
  })
}

/** The tree alone. As the change of a step it changes nothing: the reply that follows is the change. */
function treeOf({ messages, tip }: tree.MessageTree): tree.MessageTree {
  return { messages, tip }
}

function replyOf({ messages }: tree.MessageTree, id: string): Reply | undefined {
  const message = messages.find((each) => each.id === id)
  return message?.kind === 'reply' ? message : undefined
}

/** The prefilled answer that this reply continues; it is a version beside it. */
function prefillOf({ messages }: tree.MessageTree, { parent, text, continuedFrom }: Reply): Message | undefined {
  const begun = text.slice(0, continuedFrom)
  return messages.findLast((each) => isPrefill(each) && each.parent === parent && begun.startsWith(each.text))
}

function isPrefill(message: Message | undefined): message is Message {
  return message?.kind === 'written' && message.role === 'assistant' && message.text !== ''
}

/** The reply at its current place in the tree. */
function placed(state: tree.MessageTree, reply: Reply): Reply {
  return { ...reply, parent: replyOf(state, reply.id)?.parent ?? reply.parent }
}
