import { createStore } from 'zustand/vanilla'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { formatCount } from '#app/ui/format.ts'
import { isRecord, parseJson } from '#contract/json.ts'

/** The tokens of one call: what is sent, and the reply. */
export interface WorkloadTurn {
  tokensIn: number
  tokensOut: number
}

/** What costs are estimated for. */
export interface Workload extends WorkloadTurn {
  requestsPerDay: number
  /** How much of the input the provider charges as cached, from 0 to 1. */
  cachedShare: number
  /**
   * For a whole conversation counted as one request: its calls, which together have the tokens of the workload. Price
   * tiers and context apply to each call, not to their sum.
   */
  turns?: readonly WorkloadTurn[]
}

/** The calls that a request consists of: one, unless it is a whole conversation. */
export function requestsOf(workload: Workload): readonly WorkloadTurn[] {
  return workload.turns ?? [workload]
}

/** The workload until the user changes it. */
export const firstWorkload: Workload = { tokensIn: 2_000, tokensOut: 500, requestsPerDay: 1_000, cachedShare: 0 }

/** The largest accepted values. */
export const workloadLimits = {
  tokensIn: 100_000_000,
  tokensOut: 100_000_000,
  requestsPerDay: 1_000_000_000,
  cachedShare: 1,
} as const satisfies Workload

/** A workload from stored or typed values; anything unusable is taken from `otherwise`. */
export function readWorkload(value: unknown, otherwise: Workload = firstWorkload): Workload {
  if (!isRecord(value)) return otherwise
  const count = (name: 'tokensIn' | 'tokensOut' | 'requestsPerDay') => {
    const given = value[name]
    return isWithin(given, workloadLimits[name]) ? Math.round(given) : otherwise[name]
  }
  const share = value['cachedShare']
  const workload = {
    tokensIn: count('tokensIn'),
    tokensOut: count('tokensOut'),
    requestsPerDay: count('requestsPerDay'),
    cachedShare: isWithin(share, workloadLimits.cachedShare) ? share : otherwise.cachedShare,
  }
  const turns = readTurns(value['turns'], workload)
  return turns ? { ...workload, turns } : workload
}

/** Turns that still add up to the workload; once a total is typed over, they no longer describe it. */
function readTurns(value: unknown, { tokensIn, tokensOut }: WorkloadTurn): WorkloadTurn[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined
  const turns = value.filter(
    (turn): turn is WorkloadTurn =>
      isRecord(turn) &&
      isWithin(turn['tokensIn'], workloadLimits.tokensIn) &&
      isWithin(turn['tokensOut'], workloadLimits.tokensOut),
  )
  const isWhole = turns.length === value.length && sum(turns, 'tokensIn') === tokensIn
  return isWhole && sum(turns, 'tokensOut') === tokensOut ? turns : undefined
}

function sum(turns: readonly WorkloadTurn[], name: keyof WorkloadTurn): number {
  return turns.reduce((total, turn) => total + turn[name], 0)
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most
}

/** The tokens of one finished call, as counted by its provider or estimated. */
export interface TurnUsage extends WorkloadTurn {
  /** Of `tokensIn`, those that were charged as cached. */
  cachedTokens?: number
}

/** The workload of having a conversation once: all its tokens as one request per day. Undefined for an empty one. */
export function workloadFromConversation(usages: readonly TurnUsage[]): Workload | undefined {
  if (usages.length === 0) return undefined
  const turns = usages.map(({ tokensIn, tokensOut }) => ({ tokensIn, tokensOut }))
  const tokensIn = sum(turns, 'tokensIn')
  const cached = usages.reduce((total, { cachedTokens = 0 }) => total + cachedTokens, 0)
  return readWorkload({
    tokensIn: Math.min(tokensIn, workloadLimits.tokensIn),
    tokensOut: Math.min(sum(turns, 'tokensOut'), workloadLimits.tokensOut),
    requestsPerDay: 1,
    cachedShare: tokensIn === 0 ? 0 : Math.min(1, Math.round((cached / tokensIn) * 100) / 100),
    turns,
  })
}

/** Usage of a conversation from storage; calls that make no sense are left out. */
export function readUsages(value: unknown): TurnUsage[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((usage: unknown): TurnUsage[] => {
    if (!isRecord(usage)) return []
    const { tokensIn, tokensOut, cachedTokens } = usage
    if (!isWithin(tokensIn, workloadLimits.tokensIn) || !isWithin(tokensOut, workloadLimits.tokensOut)) return []
    return [{ tokensIn, tokensOut, ...(isWithin(cachedTokens, tokensIn) && { cachedTokens }) }]
  })
}

/** A workload in one line: `2,000 in · 500 out · 1,000 requests per day`; a conversation also says its `3 turns`. */
export function workloadWords(workload: Workload): string {
  const { tokensIn, tokensOut, requestsPerDay, cachedShare, turns } = workload
  return [
    `${formatCount(tokensIn)} in`,
    `${formatCount(tokensOut)} out`,
    ...(turns ? [`${formatCount(turns.length)} turns`] : []),
    `${formatCount(requestsPerDay)} ${requestsPerDay === 1 ? 'request' : 'requests'} per day`,
    ...(cachedShare > 0 ? [`${formatCount(cachedPercent(workload))}% cached`] : []),
  ].join(' · ')
}

/** The cached share in percent, to two places. */
export function cachedPercent({ cachedShare }: Workload): number {
  return Math.round(cachedShare * 10_000) / 100
}

interface WorkloadState {
  /** What every cost on every page is estimated for. */
  workload: Workload
  /** Usage of the conversation that was last open in this tab; empty when there was none. */
  conversation: readonly TurnUsage[]
}

const storageName = 'parley.workload'
const conversationName = 'parley.conversation-usage'

/** The workload is shared by all pages and tabs of this browser; the conversation belongs to the tab. */
export const workloadStore = createStore<WorkloadState>(() => ({
  workload: readStored(),
  conversation: readUsages(parseJson(readText(browserStorage().tab, conversationName) ?? '')),
}))

if (typeof addEventListener === 'function') {
  addEventListener('storage', ({ key }) => {
    // The key is null when all storage was cleared.
    if (key === storageName || key === null) workloadStore.setState({ workload: readStored() })
  })
}

/** Changes some of the workload and stores it; values out of range are ignored. */
export function changeWorkload(change: Partial<Workload>): void {
  const before = workloadStore.getState().workload
  const workload = readWorkload({ ...before, ...change }, before)
  workloadStore.setState({ workload })
  // Without storage, or when it is full, the change lasts until the page is closed.
  writeText(browserStorage().device, storageName, JSON.stringify(workload))
}

/**
 * Remembers the usage of the open conversation, also for the pages that this tab loads next. A conversation without any
 * leaves the one before it.
 */
export function noteConversation(conversation: readonly TurnUsage[]): void {
  if (conversation.length === 0) return
  const text = JSON.stringify(conversation)
  if (text === JSON.stringify(workloadStore.getState().conversation)) return
  workloadStore.setState({ conversation })
  writeText(browserStorage().tab, conversationName, text)
}

/** Makes the workload that of the last open conversation, once a day. */
export function takeConversation(): void {
  const taken = workloadFromConversation(workloadStore.getState().conversation)
  if (taken) changeWorkload(taken)
}

function readStored(): Workload {
  return readWorkload(parseJson(readText(browserStorage().device, storageName) ?? ''))
}
