import { isRecord } from '#contract/json.ts'

/** What one means to ask of a model, on average. */
export interface Workload {
  /** Tokens of a request. */
  tokensIn: number
  /** Tokens of its reply. */
  tokensOut: number
  requestsPerDay: number
  /** How much of the input the engine has seen before and charges as cached, from 0 to 1. */
  cachedShare: number
}

/** What stands in the calculator before anybody has changed it. */
export const firstWorkload: Workload = { tokensIn: 2_000, tokensOut: 500, requestsPerDay: 1_000, cachedShare: 0 }

/** The most that can be asked; beyond it nobody has a model, or a day. */
export const workloadLimits = {
  tokensIn: 100_000_000,
  tokensOut: 100_000_000,
  requestsPerDay: 1_000_000_000,
  cachedShare: 1,
} as const satisfies Workload

/** A workload out of what was kept or typed: what is unusable is as in `otherwise`. */
export function readWorkload(value: unknown, otherwise: Workload = firstWorkload): Workload {
  if (!isRecord(value)) return otherwise
  const count = (name: 'tokensIn' | 'tokensOut' | 'requestsPerDay') => {
    const given = value[name]
    return isWithin(given, workloadLimits[name]) ? Math.round(given) : otherwise[name]
  }
  const share = value['cachedShare']
  return {
    tokensIn: count('tokensIn'),
    tokensOut: count('tokensOut'),
    requestsPerDay: count('requestsPerDay'),
    cachedShare: isWithin(share, workloadLimits.cachedShare) ? share : otherwise.cachedShare,
  }
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most
}

/** The tokens of one finished request, as its engine counted them. */
export interface RequestUsage {
  tokensIn: number
  tokensOut: number
  /** Of `tokensIn`, those that were charged as cached. */
  cachedTokens?: number
}

/**
 * The workload of somebody who has such conversations all day: the averages of what one took, with the requests a day
 * of `before`. Undefined where no request was counted.
 */
export function workloadFromConversation(requests: readonly RequestUsage[], before: Workload): Workload | undefined {
  if (requests.length === 0) return undefined
  const sum = (of: (request: RequestUsage) => number) => requests.reduce((total, request) => total + of(request), 0)
  const tokensIn = sum((request) => request.tokensIn)
  const cached = sum((request) => request.cachedTokens ?? 0)
  return readWorkload(
    {
      tokensIn: tokensIn / requests.length,
      tokensOut: sum((request) => request.tokensOut) / requests.length,
      requestsPerDay: before.requestsPerDay,
      cachedShare: tokensIn === 0 ? 0 : Math.round((cached / tokensIn) * 100) / 100,
    },
    before,
  )
}
