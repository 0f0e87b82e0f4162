import { formatCount } from '#app/ui/format.ts'
import type { Workload } from './workload.ts'

/** A workload in one line: `2,000 in · 500 out · 1,000 requests a day`; a conversation also says its `3 turns`. */
export function workloadWords(workload: Workload): string {
  const { tokensIn, tokensOut, requestsPerDay, cachedShare, turns } = workload
  return [
    `${formatCount(tokensIn)} in`,
    `${formatCount(tokensOut)} out`,
    ...(turns ? [`${formatCount(turns.length)} turns`] : []),
    `${formatCount(requestsPerDay)} ${requestsPerDay === 1 ? 'request' : 'requests'} a day`,
    ...(cachedShare > 0 ? [`${formatCount(cachedPercent(workload))}% cached`] : []),
  ].join(' · ')
}

/** The cached share in percent, to two places. */
export function cachedPercent({ cachedShare }: Workload): number {
  return Math.round(cachedShare * 10_000) / 100
}
