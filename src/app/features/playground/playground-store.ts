import { z } from 'zod'
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

const setup = z.object({
  modelId: z.string().nullable(),
  systemPrompt: z.string(),
  parameters: z.object({ temperature: z.number().optional(), maxTokens: z.number().optional() }),
  draft: z.string(),
})

/** Brings back what this tab had set and typed before a reload, and keeps it from now on. */
export function keepSetup(): void {
  try {
    const kept = setup.safeParse(JSON.parse(sessionStorage.getItem(storageName) ?? 'null'))
    if (kept.success) playground.setState(kept.data)
  } catch {
    // Nothing readable was kept: the conversation starts empty.
  }
  playground.subscribe((state, before) => {
    const { modelId, systemPrompt, parameters, draft } = state
    const same =
      modelId === before.modelId &&
      systemPrompt === before.systemPrompt &&
      parameters === before.parameters &&
      draft === before.draft
    if (same) return
    try {
      sessionStorage.setItem(storageName, JSON.stringify({ modelId, systemPrompt, parameters, draft }))
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
