import { workspace } from '#app/chat/store/open-workspace.ts'
import { apiBaseOf } from '#app/data/connections/base-url.ts'
import { connections } from '#app/data/connections/connections.ts'
import { type ConnectionReport, testConnection } from '#app/data/connections/test-connection.ts'
import type { ConnectionModel } from '#app/data/models/connection-models.ts'
import type { KeyPlace } from '#app/data/storage/browser-storage.ts'
import { isCallable, isDemo, textModels } from '#app/models/text-models.ts'
import { providerAt } from '#dialects/providers.ts'
import { selectModel } from './select-model.ts'

/** A server to connect, as the user entered it. */
export interface ServerDraft {
  name: string
  /** As `readBaseUrl` returns it. */
  baseUrl: string
  /** Null if the server needs none, or to keep the stored one. */
  key: string | null
  place: KeyPlace
}

/** What came of connecting: one sentence, or why it failed. */
export type ConnectOutcome = { ok: true; message: string } | Extract<ConnectionReport, { ok: false }>

/**
 * Tests a server and, if it works, saves the connection and selects one of its models in the open conversation. Nothing
 * is saved otherwise. Rejects only with the signal's reason when aborted.
 */
export async function connectServer(
  { name, baseUrl, key, place }: ServerDraft,
  signal: AbortSignal,
): Promise<ConnectOutcome> {
  const known = connections.getState().others.find((each) => each.baseUrl === baseUrl)
  const usedKey = key ?? (known ? connections.keyOf(known.id) : null)
  const target = { id: known?.id ?? 'new', name, apiBase: apiBaseOf(baseUrl), key: usedKey }
  const report = await testConnection(target, location.origin, signal)
  if (!report.ok) return report
  const wanted = workspace.getState().panes[0]?.store.getState().modelId ?? null
  const first = sameModel(report.models, wanted) ?? firstModel(report.models, providerAt(baseUrl)?.firstChoice)
  const draft = { id: known?.id ?? null, name: known?.name ?? name, baseUrl, key: key ?? undefined, place }
  const { id, kept } = connections.save(draft)
  if (first) selectModel(first.id, id, { keepsStarted: true })
  const count = report.models.length === 1 ? '1 model' : `${report.models.length} models`
  const parts = [
    `Connected ${draft.name}: ${count}.`,
    first ? `${first.name} is selected.` : 'None of them is a chat model.',
    !kept && 'The browser couldn’t save the connection. It works until you close this page.',
  ]
  return { ok: true, message: parts.filter(Boolean).join(' ') }
}

/** The model that the conversation already names, which a maker's own service lists without the author. */
function sameModel(models: readonly ConnectionModel[], wanted: string | null): ConnectionModel | undefined {
  if (wanted === null || isDemo({ id: wanted })) return undefined
  return models.find(({ id }) => id === wanted) ?? models.find(({ id }) => id === wanted.slice(wanted.indexOf('/') + 1))
}

/** The newest of the chat models that suit a first conversation, or of all. Lists without dates keep their order. */
export function firstModel(models: readonly ConnectionModel[], firstChoice?: RegExp): ConnectionModel | undefined {
  const ready = textModels(models).filter(isCallable)
  const suited = ready.filter(({ id }) => firstChoice?.test(id))
  return (suited.length > 0 ? suited : ready).toSorted((one, other) => other.created - one.created)[0]
}
