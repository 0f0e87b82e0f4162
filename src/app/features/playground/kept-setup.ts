import { isRecord } from '#contract/json.ts'
import { isAllowed, parameterNames, parameters, type ParameterValues } from '#contract/parameters.ts'
import { workspace } from '#app/chat/open-workspace.ts'
import { setupOf, type PaneContent } from '#app/chat/workspace.ts'

const storageName = 'parley.setup'

/** Brings back what this tab had set and typed before a reload, and keeps it from now on. */
export function keepSetup(): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null')
    if (isRecord(kept) && Array.isArray(kept['panes']) && kept['panes'].length > 0) {
      workspace.getState().open({
        draft: typeof kept['draft'] === 'string' ? kept['draft'] : '',
        detached: kept['detached'] === true,
        panes: kept['panes'].map(readPane),
      })
    }
  } catch {
    // Nothing readable was kept: the conversation starts empty.
  }
  keepPanes()
  workspace.subscribe((state, before) => {
    if (state.panes !== before.panes) keepPanes()
    else if (state.draft !== before.draft || state.detached !== before.detached) keep()
  })
}

let unsubscribe: (() => void)[] = []

function keepPanes(): void {
  for (const end of unsubscribe) end()
  unsubscribe = workspace.getState().panes.map(({ store }) =>
    store.subscribe((state, before) => {
      const now = { ...setupOf(state), draft: state.draft }
      const then = { ...setupOf(before), draft: before.draft }
      if (JSON.stringify(now) !== JSON.stringify(then)) keep()
    }),
  )
  keep()
}

function keep(): void {
  const { panes, draft, detached } = workspace.getState()
  const kept = panes.map(({ store }) => ({ ...setupOf(store.getState()), draft: store.getState().draft }))
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ draft, detached, panes: kept }))
  } catch {
    // Storage is full or switched off: what was typed still stands on the page.
  }
}

/** As much of what was kept as can be used. */
function readPane(kept: unknown): PaneContent {
  if (!isRecord(kept)) return {}
  const { modelId, connectionId, systemPrompt, extraBody, draft } = kept
  const values: ParameterValues = {}
  for (const name of parameterNames) {
    const value = isRecord(kept['parameters']) ? kept['parameters'][name] : undefined
    if (typeof value === 'number' && isAllowed(parameters[name], value)) values[name] = value
  }
  return {
    ...(typeof modelId === 'string' && { modelId }),
    ...(typeof connectionId === 'string' && { connectionId }),
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
    ...(typeof extraBody === 'string' && { extraBody }),
    ...(typeof draft === 'string' && { draft }),
    parameters: values,
  }
}
