import type { Extra, TokenProbability } from '#contract/chat-event.ts'
import { isRecord } from '#contract/json.ts'

/** More alternatives than any interface allows are not kept. */
const mostAlternatives = 20

/** The tokens in the `logprobs` of a choice; undefined if there are none. Unreadable entries are skipped. */
export function readTokenProbabilities(extra: Extra | undefined): TokenProbability[] | undefined {
  const logprobs = extra?.choice?.['logprobs']
  const content = isRecord(logprobs) ? logprobs['content'] : undefined
  if (!Array.isArray(content)) return undefined
  const tokens = content.flatMap((entry: unknown): TokenProbability[] => {
    const read = readEntry(entry)
    if (!read || !isRecord(entry)) return []
    const alternatives = Array.isArray(entry['top_logprobs']) ? entry['top_logprobs'].slice(0, mostAlternatives) : []
    const top = alternatives.map(readEntry).filter((each) => each !== undefined)
    return [{ token: read[0], logprob: read[1], top }]
  })
  return tokens.length === 0 ? undefined : tokens
}

function readEntry(entry: unknown): [token: string, logprob: number] | undefined {
  if (!isRecord(entry)) return undefined
  const { token, logprob } = entry
  // JSON can contain -1e999, which storage as JSON would lose.
  return typeof token === 'string' && typeof logprob === 'number' && Number.isFinite(logprob)
    ? [token, logprob]
    : undefined
}
