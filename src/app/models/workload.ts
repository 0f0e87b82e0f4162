import { isRecord } from '#contract/json.ts'

/** The tokens of one call: what is sent, and the reply. */
export interface Turn {
  tokensIn: number
  tokensOut: number
}

/** What costs are estimated for. */
export interface Workload extends Turn {
  requestsPerDay: number
  /** How much of the input the provider charges as cached, from 0 to 1. */
  cachedShare: number
  /**
   * For a whole conversation counted as one request: its calls, which together have the tokens of the workload. Price
   * tiers and context apply to each call, not to their sum.
   */
  turns?: readonly Turn[]
}

/** The calls that a request consists of: one, unless it stands for a conversation. */
export function turnsOf(workload: Workload): readonly Turn[] {
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
function readTurns(value: unknown, { tokensIn, tokensOut }: Turn): Turn[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined
  const turns = value.filter(
    (turn): turn is Turn =>
      isRecord(turn) &&
      isWithin(turn['tokensIn'], workloadLimits.tokensIn) &&
      isWithin(turn['tokensOut'], workloadLimits.tokensOut),
  )
  const isWhole = turns.length === value.length && sum(turns, 'tokensIn') === tokensIn
  return isWhole && sum(turns, 'tokensOut') === tokensOut ? turns : undefined
}

function sum(turns: readonly Turn[], name: keyof Turn): number {
  return turns.reduce((total, turn) => total + turn[name], 0)
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most
}

/** The tokens of one finished call, as counted by its provider or estimated. */
export interface TurnUsage extends Turn {
  /** Of `tokensIn`, those that were charged as cached. */
  cachedTokens?: number
}

/** The workload of having a conversation once: all its tokens as one request a day. Undefined for an empty one. */
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
export function readConversation(value: unknown): TurnUsage[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((usage: unknown): TurnUsage[] => {
    if (!isRecord(usage)) return []
    const { tokensIn, tokensOut, cachedTokens } = usage
    if (!isWithin(tokensIn, workloadLimits.tokensIn) || !isWithin(tokensOut, workloadLimits.tokensOut)) return []
    return [{ tokensIn, tokensOut, ...(isWithin(cachedTokens, tokensIn) && { cachedTokens }) }]
  })
}
