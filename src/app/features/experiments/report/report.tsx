import './report.css'
import { counted, formatCount, unknownMark } from '#app/ui/format.ts'
import { countCells } from '#experiments/cells.ts'
import { type Definition, variantName } from '#experiments/definition.ts'
import type { JudgedCell } from '#experiments/export/results-table.ts'
import { percentWords } from '#experiments/statistics.ts'
import { type VariantSummary, adviceOf, baselineOf, conclusionsOf } from '#experiments/summary.ts'
import { Method, PromptText, Variants } from './report-setup.tsx'
import { Failures, Outputs } from './report-replies.tsx'
import { ResultTable } from './result-table.tsx'
import { casesOf, measuredOf } from './report-content.ts'

export interface ReportProps {
  /** With base URLs as connections, as in `portableDefinition`. */
  definition: Definition
  judged: readonly JudgedCell[]
  /** Those of `summarize`. */
  summaries: readonly VariantSummary[]
  /** When the report was made. */
  date: Date
  /** Of My workload; undefined leaves out the cost per month. */
  requestsPerMonth?: number | undefined
}

/**
 * An experiment as a document. It is drawn on a page and written to a file, so it has no state, effects, scripts or links, and its
 * styles are all in report.css.
 */
export function Report({ definition, judged, summaries, date, requestsPerMonth }: ReportProps) {
  const { name, variants, cases, repeats } = definition
  const reported = casesOf(definition, judged)
  const facts = [
    counted(variants.length, 'variant'),
    counted(cases.length, 'case'),
    ...(repeats === 1 ? [] : [counted(repeats, 'repeat')]),
    longDate(date),
  ]
  return (
    <article className="report">
      <header className="report-head">
        <p className="report-kind">Report</p>
        <h1>
          <bdi>{name || 'Experiment'}</bdi>
        </h1>
        <p className="report-muted">{facts.join(' · ')}</p>
      </header>
      <section>
        <h2>Question</h2>
        <p>
          {variants.length > 1
            ? 'Which variant meets the assertions more often with this prompt?'
            : 'How often does the variant meet the assertions with this prompt?'}
        </p>
        <PromptText prompt={definition.prompt} />
      </section>
      <section>
        <h2>Result</h2>
        <Findings definition={definition} judged={judged} summaries={summaries} />
        {/* Charts of the results belong here. */}
        <ResultTable definition={definition} summaries={summaries} requestsPerMonth={requestsPerMonth} />
      </section>
      <Method definition={definition} judged={judged} />
      <Variants definition={definition} judged={judged} />
      <Failures definition={definition} cases={reported} />
      <Outputs definition={definition} cases={reported} />
      <footer className="report-foot">
        <p>
          {measuredWords(judged)} Report of {longDate(date)}. Made with Parley{versionWords}. The report contains no
          script and loads nothing.
        </p>
      </footer>
    </article>
  )
}

const version: unknown = import.meta.env['PARLEY_VERSION']
const versionWords = typeof version === 'string' ? ` ${version}` : ''

/** What the results say, in sentences. */
function Findings({ definition, judged, summaries }: Pick<ReportProps, 'definition' | 'judged' | 'summaries'>) {
  const planned = countCells(definition)
  const baseline = summaries.find(({ variant }) => variant === baselineOf(definition))
  const rate = baseline?.passRate
  return (
    <>
      <p className="report-lead">{adviceOf(definition, summaries) ?? leadWords(summaries)}</p>
      <ul className="report-findings">
        {baseline && rate && (
          <li>
            {unbroken(
              `The pass rate of ${variantName(baseline.variant)} is ${percentWords(rate.value)} (95 % interval ${percentWords(rate.low)} to ${percentWords(rate.high)}), ${counted(baseline.cases, 'case')}.`,
            )}
          </li>
        )}
        {conclusionsOf(definition, summaries).map(({ variant, verdict, words }) => (
          <li key={variant.id} data-verdict={verdict}>
            {unbroken(words)}
          </li>
        ))}
      </ul>
      {judged.length < planned && (
        <p className="report-note">
          {`Not complete: ${formatCount(judged.length)} of ${formatCount(planned)} results are in this report.`}
        </p>
      )}
    </>
  )
}

/** Keeps figures and their units on one line. */
function unbroken(words: string): string {
  return words.replaceAll(/(?<=\d) (?=%|points?|cases?|more)/gu, '\u00A0')
}

/** Where nothing can be compared. */
function leadWords(summaries: readonly VariantSummary[]): string {
  const judged = summaries.filter(({ passRate }) => passRate !== undefined)
  if (judged.length === 0) return 'No reply was judged yet.'
  return summaries.length === 1 ? 'One variant was measured.' : 'Nothing can be compared yet.'
}

function measuredWords(judged: readonly JudgedCell[]): string {
  const measured = measuredOf(judged)
  if (!measured) return ''
  const [first, last] = [longDate(measured.first), longDate(measured.last)]
  return first === last ? `Measured on ${first}.` : `Measured from ${first} to ${last}.`
}

/** Such as `23 November 2026`. */
function longDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return unknownMark
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
}
