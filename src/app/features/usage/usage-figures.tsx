import type { ReactNode } from 'react'
import { formatCount, formatDollars, formatSeconds, formatShare, formatSize, unknownMark } from '#app/ui/format.ts'
import type { UsageReport } from '#contract/usage.ts'

/** The totals of the period, at a glance. */
export function UsageFigures({ total }: { total: UsageReport['total'] }) {
  const { requests, failed_requests: failed, input_tokens: input, cached_tokens: cached } = total
  const { output_tokens: output, reasoning_tokens: reasoning, cost, first_token_ms: first, total_ms: whole } = total
  const share = (part: number, all: number) => formatShare(all === 0 ? 0 : part / all)
  return (
    <dl className="grid shrink-0 grid-cols-2 gap-x-4 gap-y-4 px-4 pt-1 pb-5 min-[22rem]:grid-cols-3 md:px-5 lg:grid-cols-6">
      <KeyFigure name="Cost" value={formatDollars(cost)}>
        {requests === 0 ? '' : `${formatDollars(rounded(cost / requests))} per call`}
      </KeyFigure>
      <KeyFigure name="Requests" value={short(requests)} exact={requests}>
        {failed === 0 ? 'None failed' : `${formatCount(failed)} failed, ${share(failed, requests)}`}
      </KeyFigure>
      <KeyFigure name="Input tokens" value={short(input)} exact={input}>
        {share(cached, input)} cached
      </KeyFigure>
      <KeyFigure name="Output tokens" value={short(output)} exact={output}>
        {share(reasoning, output)} reasoning
      </KeyFigure>
      <KeyFigure name="First token" value={first === null ? unknownMark : formatSeconds(first / 1000)}>
        {first === null ? 'No streamed replies' : 'Average, streamed'}
      </KeyFigure>
      <KeyFigure name="Total time" value={formatSeconds(whole / 1000)}>
        Average
      </KeyFigure>
    </dl>
  )
}

interface KeyFigureProps {
  name: string
  value: string
  /** The count, if `value` may be rounded. */
  exact?: number
  /** What puts it into proportion. */
  children: ReactNode
}

function KeyFigure({ name, value, exact, children }: KeyFigureProps) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="label">{name}</dt>
      <dd className="truncate text-xl font-semibold tracking-tight tabular-nums">
        <span title={exact === undefined ? undefined : formatCount(exact)}>{value}</span>
      </dd>
      <dd className="truncate text-xs text-text-muted tabular-nums">{children}</dd>
    </div>
  )
}

function short(count: number): string {
  return count < 100_000 ? formatCount(count) : formatSize(count)
}

/** Two digits are enough for an average price. */
function rounded(dollars: number): number {
  return Number(dollars.toPrecision(2))
}
