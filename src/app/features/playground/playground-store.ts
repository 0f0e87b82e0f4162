import { isRecord } from '#contract/json.ts'
import { isAllowed, parameterNames, parameters, type ParameterValues } from '#contract/parameters.ts'
import type { Conversation } from '#app/chat/conversation.ts'
import { createConversationStore } from '#app/chat/conversation-store.ts'
import { scheduleFrame } from '#app/chat/frame.ts'
import { streamChat } from '#app/data/chat-stream.ts'

/** The conversation that is open in this tab; it outlives the page that shows it. */
export const playground = createConversationStore({
  stream: streamChat,
  now: () => performance.now(),
  schedule: scheduleFrame,
})

const storageName = 'parley.setup'

/** Brings back what this tab had set and typed before a reload, and keeps it from now on. */
export function keepSetup(): void {
  try {
    playground.setState(readSetup(JSON.parse(sessionStorage.getItem(storageName) ?? 'null')))
  } catch {
    // Nothing readable was kept: the conversation starts empty.
  }
  playground.subscribe((state, before) => {
    const { modelId, systemPrompt, parameters: values, draft } = state
    const same =
      modelId === before.modelId &&
      systemPrompt === before.systemPrompt &&
      values === before.parameters &&
      draft === before.draft
    if (same) return
    try {
      sessionStorage.setItem(storageName, JSON.stringify({ modelId, systemPrompt, parameters: values, draft }))
    } catch {
      // Storage is full or switched off: what was typed still stands on the page.
    }
  })
}

/** Opens the playground on a model, as `/?model=ID` asks: in a new conversation where another model was spoken to. */
export function openModel(id: string): void {
  const { modelId, entries, startNew, setModel } = playground.getState()
  if (modelId === id) return
  if (entries.length > 0) startNew()
  setModel(id)
}

/** As much of what was kept as can be used. */
function readSetup(kept: unknown): Partial<Conversation> {
  if (!isRecord(kept)) return {}
  const { modelId, systemPrompt, draft } = kept
  const values: ParameterValues = {}
  for (const name of parameterNames) {
    const value = isRecord(kept['parameters']) ? kept['parameters'][name] : undefined
    if (typeof value === 'number' && isAllowed(parameters[name], value)) values[name] = value
  }
  return {
    ...(typeof modelId === 'string' && { modelId }),
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
    ...(typeof draft === 'string' && { draft }),
    parameters: values,
  }
}
