import { type JudgedCell, reasonsOf } from '#experiments/export/results-table.ts'
import { type Definition, type Prompt, type TestCase, type Variant, caseName } from '#experiments/definition.ts'
import type { CellResult } from '#experiments/results.ts'
import { type Outcome, worstOutcome } from '#experiments/score.ts'
import { baselineOf } from '#experiments/summary.ts'
import { isRecord } from '#contract/json.ts'

/** The repeats of a case with one variant. */
export interface CaseReplies {
  variant: Variant
  /** In their order; at least one. */
  repeats: readonly JudgedCell[]
  /** The worst of all repeats. Errors don't count: it is `error` only if no repeat has a reply. */
  outcome: Outcome
}

/** A case with its results; variants without any are left out. */
export interface ReportCase {
  testCase: TestCase
  name: string
  replies: readonly CaseReplies[]
}

/** The cases that have results, in their order. */
export function casesOf({ cases, variants }: Definition, judged: readonly JudgedCell[]): ReportCase[] {
  const byCase = new Map<string, Map<string, JudgedCell[]>>()
  for (const each of judged) {
    const { testCase, variant } = each.cell
    const byVariant = byCase.get(testCase.id) ?? new Map<string, JudgedCell[]>()
    byCase.set(testCase.id, byVariant.set(variant.id, [...(byVariant.get(variant.id) ?? []), each]))
  }
  return cases.flatMap((testCase, at) => {
    const replies = variants.flatMap((variant) => {
      const repeats = byCase.get(testCase.id)?.get(variant.id)
      if (!repeats) return []
      const outcomes = repeats.map(({ score }) => score.outcome).filter((outcome) => outcome !== 'error')
      return [{ variant, repeats, outcome: worstOutcome(outcomes) ?? 'error' }]
    })
    return replies.length === 0 ? [] : [{ testCase, name: caseName(testCase, at), replies }]
  })
}

/** A case that a variant failed. `replies` holds only the variants that did. */
export interface Failure extends ReportCase {
  /** Whether the baseline passes it. */
  isRegression: boolean
}

/**
 * The cases that failed, what is most worth reading first: those that the baseline passes and another variant fails, then other failures,
 * then errors.
 */
export function failuresOf(definition: Definition, cases: readonly ReportCase[]): Failure[] {
  const baseline = baselineOf(definition)
  const ranked = cases.flatMap((each) => {
    const replies = each.replies.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')
    if (replies.length === 0) return []
    const isFailed = replies.some(({ outcome }) => outcome === 'fail')
    const isRegression =
      isFailed && each.replies.some(({ variant, outcome }) => variant.id === baseline?.id && outcome === 'pass')
    return [{ ...each, replies, isRegression, rank: isRegression ? 0 : isFailed ? 1 : 2 }]
  })
  return ranked.toSorted((one, other) => one.rank - other.rank)
}

/** The cases whose outputs are shown side by side: the first in which the outcomes differ; if there are none, the first. */
export function examplesOf(cases: readonly ReportCase[], most: number): ReportCase[] {
  const differing = cases.filter(({ replies }) => {
    const outcomes = replies.map(({ outcome }) => outcome).filter((each) => each === 'pass' || each === 'fail')
    return new Set(outcomes).size > 1
  })
  return (differing.length > 0 ? differing : cases).slice(0, most)
}

/** The text of a result: its reply with its tool calls, or what went wrong. */
export function textOfResult(result: CellResult): string {
  if (result.state === 'failed') return result.message
  const { text, toolCalls } = result.reply
  return [text, ...toolCalls.map(({ name, arguments: json }) => `${name}(${json})`)].filter(Boolean).join('\n')
}

/** The repeat of a variant to show for a failure: the first that failed; and what the assertions say of it. */
export function failedRepeat({ repeats, outcome }: CaseReplies): { text: string; reasons: string[] } {
  const failed = repeats.find(({ score }) => score.outcome === outcome) ?? repeats[0]
  if (!failed) return { text: '', reasons: [] }
  // The text of an error is its reason.
  const reasons = failed.result.state === 'failed' ? [] : reasonsOf(failed.result, failed.score)
  return { text: textOfResult(failed.result), reasons }
}

/** The beginning of a text, and how much of it is missing. */
export function excerptOf(text: string, most: number): string {
  if (text.length <= most) return text
  // Not half of a character.
  const start = text.slice(0, most).replace(/\p{Cs}$/u, '')
  return `${start}… (${text.length - start.length} more characters)`
}

/** What the replies of a variant say of the engine's own version, each once. */
export function fingerprintsOf(judged: readonly JudgedCell[], variant: Variant): string[] {
  const own = judged.filter(({ cell }) => cell.variant.id === variant.id)
  const found = own.flatMap(({ result }) => (result.state === 'done' ? (result.reply.fingerprint ?? []) : []))
  return [...new Set(found)]
}

/** When the first and the last of the results ended; undefined without results. */
export function measuredOf(judged: readonly JudgedCell[]): { first: Date; last: Date } | undefined {
  let [first, last] = [Infinity, -Infinity]
  for (const { result } of judged) {
    first = Math.min(first, result.date)
    last = Math.max(last, result.date)
  }
  return judged.length === 0 ? undefined : { first: new Date(first), last: new Date(last) }
}

/** The host of a connection that is given by its base URL; undefined for this server. */
export function hostOf({ connection }: Variant): string | undefined {
  if (connection === null) return undefined
  return URL.canParse(connection) ? new URL(connection).host : connection
}

/** The messages of a prompt as text. Images and files are named by their kind. */
export function messagesOf({ messages }: Prompt): { role: string; text: string }[] {
  return messages.flatMap(({ role, content }) => {
    const text = typeof content === 'string' ? content : (content ?? []).map(textOfPart).join('\n')
    return text === '' ? [] : [{ role, text }]
  })
}

function textOfPart(part: unknown): string {
  if (!isRecord(part)) return ''
  if (typeof part['text'] === 'string') return part['text']
  return typeof part['type'] === 'string' ? `[${part['type']}]` : ''
}
