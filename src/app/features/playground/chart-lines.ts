import type { Figure } from '#app/chat/figure.ts'
import type { Reply } from '#app/data/message.ts'

/** How many tokens of a reply had come, by the seconds since it was sent. */
export interface LinePoint {
  seconds: number
  tokens: number
}

/**
 * The line of a reply, from the moment of sending. What was sampled are pieces; they are scaled so that the line ends at
 * the tokens out, which the engine tells only at the end.
 */
export function lineOf({ progress = [], sentAt, deltas }: Reply, tokensOut: Figure | null): LinePoint[] {
  const first = progress[0]
  if (!first || !tokensOut || deltas === 0) return []
  const perPiece = tokensOut.value / deltas
  return [
    { seconds: (first.at - sentAt) / 1000, tokens: 0 },
    ...progress.map(({ at, pieces }) => ({ seconds: (at - sentAt) / 1000, tokens: pieces * perPiece })),
  ]
}

/** How many tokens had come after so many seconds, between two points in proportion; null before the first. */
export function tokensAfter(line: readonly LinePoint[], seconds: number): number | null {
  const next = line.findIndex((point) => point.seconds > seconds)
  if (next === -1) return line.at(-1)?.tokens ?? null
  const [from, to] = [line[next - 1], line[next]]
  if (!from || !to) return null
  return from.tokens + ((to.tokens - from.tokens) * (seconds - from.seconds)) / (to.seconds - from.seconds)
}

/** Up to five round numbers from above 0 to about `most`, the last at least nine tenths of it. */
export function roundSteps(most: number): number[] {
  if (!(most > 0)) return []
  const magnitude = 10 ** Math.floor(Math.log10(most / 4))
  const step = [1, 2, 5, 10].map((factor) => factor * magnitude).find((size) => most / size <= 5) ?? most
  const count = Math.floor(most / step + 1e-9)
  return Array.from({ length: count }, (_, place) => Number(((place + 1) * step).toPrecision(12)))
}
