import { isRecord } from '#contract/json.ts'
import { readParameters } from '#contract/parameters.ts'
import { workspace } from '#app/chat/open-workspace.ts'
import { watchWorkspace } from '#app/chat/watch-workspace.ts'
import { setupOf, type PaneContent } from '#app/chat/workspace.ts'

const storageName = 'parley.setup'

/** Brings back what this tab had set and typed before a reload, and keeps it from now on. */
export function keepSetup(): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null')
    if (isRecord(kept) && Array.isArray(kept['panes']) && kept['panes'].length > 0) {
      const { conversationId } = kept
      // Only a reload goes on with the same conversation: a copy of this tab, or a new start, begins one of its own.
      const goesOn = typeof conversationId === 'string' && location.pathname === `/c/${conversationId}`
      workspace.getState().open({
        ...(goesOn && { conversationId }),
        draft: typeof kept['draft'] === 'string' ? kept['draft'] : '',
        detached: kept['detached'] === true,
        panes: kept['panes'].map((pane) => readPane(pane, goesOn)),
      })
    }
  } catch {
    // Nothing readable was kept: the conversation starts empty.
  }
  let written = ''
  const keep = () => {
    const { conversationId, panes, draft, detached } = workspace.getState()
    const kept = panes.map(({ id, store }) => ({ id, ...setupOf(store.getState()), draft: store.getState().draft }))
    const text = JSON.stringify({ conversationId, draft, detached, panes: kept })
    if (text === written) return
    written = text
    try {
      sessionStorage.setItem(storageName, text)
    } catch {
      // Storage is full or switched off: what was typed still stands on the page.
    }
  }
  watchWorkspace(workspace, keep)
  keep()
}

/** As much of what was kept as can be used. */
function readPane(kept: unknown, withId: boolean): PaneContent {
  if (!isRecord(kept)) return {}
  const { id, modelId, connectionId, systemPrompt, extraBody, draft } = kept
  return {
    ...(withId && typeof id === 'string' && { id }),
    ...(typeof modelId === 'string' && { modelId }),
    ...(typeof connectionId === 'string' && { connectionId }),
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
    ...(typeof extraBody === 'string' && { extraBody }),
    ...(typeof draft === 'string' && { draft }),
    parameters: readParameters(kept['parameters']),
  }
}
