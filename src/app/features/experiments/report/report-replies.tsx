import { counted } from '#app/ui/format.ts'
import { stateWords } from '#app/features/experiments/results/result-cell.tsx'
import { type Definition, type TestCase, variantName } from '#experiments/definition.ts'
import type { Outcome } from '#experiments/score.ts'
import {
  type CaseReplies,
  type ReportCase,
  examplesOf,
  excerptOf,
  failedRepeat,
  failuresOf,
  textOfResult,
} from './report-content.ts'

const mostFailures = 10
const mostExamples = 3
/** More of a text isn't in the report, in characters. */
const longestFailure = 600
const longestOutput = 2_000
const longestValue = 300

interface RepliesProps {
  definition: Definition
  cases: readonly ReportCase[]
}

/** The failures from which most can be learned. */
export function Failures({ definition, cases }: RepliesProps) {
  const failures = failuresOf(definition, cases)
  return (
    <section>
      <h2>Failures worth reading</h2>
      <p className="report-muted">
        {failures.length === 0
          ? 'No case failed.'
          : `${counted(failures.length, 'case')} didn’t pass everywhere. ${failures.length > mostFailures ? `These are ${mostFailures} of them. ` : ''}Cases that the baseline passes come first.`}
      </p>
      {failures.slice(0, mostFailures).map(({ testCase, name, replies, isRegression }) => (
        <div key={testCase.id} className="report-case">
          <h3>
            <bdi>{name}</bdi>
            {isRegression && <small>The baseline passes</small>}
          </h3>
          <CaseValues testCase={testCase} />
          <div className="report-columns">
            {replies.map((each) => (
              <FailedReply key={each.variant.id} replies={each} />
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}

function FailedReply({ replies }: { replies: CaseReplies }) {
  const { variant, repeats, outcome } = replies
  const { text, reasons } = failedRepeat(replies)
  const failed = repeats.filter(({ score }) => score.outcome === outcome).length
  return (
    <div className="report-reply">
      <p className="report-label">
        <bdi>{variantName(variant)}</bdi>
        <OutcomeWord outcome={outcome} />
        {repeats.length > 1 && ` ${failed} of ${repeats.length} repeats`}
      </p>
      <ReplyText text={excerptOf(text, longestFailure)} />
      {reasons.map((reason, at) => (
        <p key={at} className="report-reason">
          {excerptOf(reason, longestFailure)}
        </p>
      ))}
    </div>
  )
}

/** A few cases with the output of every variant. */
export function Outputs({ definition, cases }: RepliesProps) {
  const examples = examplesOf(cases, mostExamples)
  if (examples.length === 0) return null
  return (
    <section>
      <h2>Outputs side by side</h2>
      <p className="report-muted">
        The first cases in which the outcomes differ; if there are none, the first cases.
        {definition.repeats > 1 && ' Of several repeats, the first is shown.'}
      </p>
      {examples.map(({ testCase, name, replies }) => (
        <div key={testCase.id} className="report-case">
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <CaseValues testCase={testCase} />
          <div className="report-columns">
            {replies.map(({ variant, repeats: [first] }) => (
              <div key={variant.id} className="report-reply">
                <p className="report-label">
                  <bdi>{variantName(variant)}</bdi>
                  {first && <OutcomeWord outcome={first.score.outcome} />}
                </p>
                <ReplyText text={first ? excerptOf(textOfResult(first.result), longestOutput) : ''} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}

function OutcomeWord({ outcome }: { outcome: Outcome }) {
  return (
    <span className="report-outcome" data-outcome={outcome}>
      {stateWords[outcome]}
    </span>
  )
}

function ReplyText({ text }: { text: string }) {
  return text === '' ? <p className="report-muted">The reply is empty.</p> : <pre dir="auto">{text}</pre>
}

/** The values of a case and what is expected. */
function CaseValues({ testCase: { values, expected, note } }: { testCase: TestCase }) {
  const rows = [
    ...Object.entries(values),
    ...(expected === undefined ? [] : [['Expected', expected] as const]),
    ...(note === '' ? [] : [['Note', note] as const]),
  ].filter(([, value]) => value !== '')
  if (rows.length === 0) return null
  return (
    <dl>
      {rows.map(([name, value], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd dir="auto">{excerptOf(value, longestValue)}</dd>
        </div>
      ))}
    </dl>
  )
}
