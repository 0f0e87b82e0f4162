import type { Reply } from '#app/data/message.ts'
import { formatCount, formatSeconds } from '#app/ui/format.ts'
import {
  type Figure,
  type ReplyFigures,
  formatCost,
  formatLatency,
  formatSpeed,
  formatTokens,
  tokensOf,
} from './reply-figures.ts'

interface FiguresDetailsProps {
  reply: Reply
  figures: ReplyFigures
}

/** Every known metric of a reply with its name, for a tooltip. */
export function FiguresDetails({ reply, figures }: FiguresDetailsProps) {
  const { firstToken, tokensPerSecond, tokensIn, tokensOut, reasoningTokens, cost } = figures
  const { cachedIn } = tokensOf(reply)
  const total = reply.lastDeltaAt === null ? null : (reply.lastDeltaAt - reply.sentAt) / 1_000
  const rows: [name: string, value: string, of: Figure | null][] = [
    ['First token', formatLatency(firstToken), firstToken],
    ['Speed', `${formatSpeed(tokensPerSecond)} tok/s`, tokensPerSecond],
    ['Total time', formatSeconds(total ?? 0), total === null ? null : { value: total, estimated: false }],
    ['Input', `${formatTokens(tokensIn)} tokens${cachedIn > 0 ? `, ${formatCount(cachedIn)} cached` : ''}`, tokensIn],
    [
      'Output',
      `${formatTokens(tokensOut)} tokens${reasoningTokens ? `, ${formatTokens(reasoningTokens)} reasoning` : ''}`,
      tokensOut,
    ],
    ['Cost', formatCost(cost), cost],
  ]
  const known = rows.filter(([, , of]) => of !== null)
  return (
    <span className="grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
      {known.map(([name, value]) => (
        <span key={name} className="contents">
          <span className="text-text-muted">{name} </span>
          <span>{value} </span>
        </span>
      ))}
      {known.some(([, , of]) => of?.estimated) && (
        <span className="col-span-2 mt-1 text-text-muted">≈ estimated: not reported by the provider</span>
      )}
    </span>
  )
}
