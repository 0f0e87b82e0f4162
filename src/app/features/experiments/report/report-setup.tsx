import { counted } from '#app/ui/format.ts'
import { type Prompt, variantName } from '#experiments/definition.ts'
import type { ReportProps } from './report.tsx'
import { assertionWords, methodWords, thresholdWords } from './method-words.ts'
import { excerptOf, fingerprintsOf, hostOf, messagesOf } from './report-content.ts'

/** More of a text isn't in the report, in characters. */
const longestText = 4_000

const roleWords: Readonly<Record<string, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
}

/** The messages of a prompt, and the names of its tools. */
export function PromptText({ prompt }: { prompt: Prompt }) {
  const messages = messagesOf(prompt)
  const tools = prompt.tools.map(({ name }) => name).join(', ')
  return (
    <div className="report-prompt">
      {messages.length === 0 && <p className="report-muted">The prompt is empty.</p>}
      {messages.map(({ role, text }, at) => (
        <div key={at}>
          <p className="report-label">{roleWords[role] ?? role}</p>
          <pre dir="auto">{excerptOf(text, longestText)}</pre>
        </div>
      ))}
      {tools !== '' && <p className="report-muted">Tools: {tools}</p>}
      {prompt.responseFormat && <p className="report-muted">Response format: {wireWords(prompt.responseFormat)}</p>}
    </div>
  )
}

/** What was measured, and how the figures were worked out. */
export function Method({ definition, judged }: Pick<ReportProps, 'definition' | 'judged'>) {
  const { cases, repeats, assertions } = definition
  return (
    <section>
      <h2>How it was measured</h2>
      <p>
        {`Each variant answered ${counted(cases.length, 'case')}${repeats === 1 ? ', once each' : `, ${repeats} times each`}. ${thresholdWords(definition)}`}
      </p>
      {assertions.length > 0 && (
        <ul className="report-list">
          {assertions.map((each, at) => (
            <li key={at}>{assertionWords(each)}</li>
          ))}
        </ul>
      )}
      {methodWords(definition, judged).map((each) => (
        <p key={each}>{each}</p>
      ))}
    </section>
  )
}

/** What each variant consists of. */
export function Variants({ definition, judged }: Pick<ReportProps, 'definition' | 'judged'>) {
  return (
    <section>
      <h2>Variants</h2>
      {definition.variants.map((variant) => {
        const fingerprints = fingerprintsOf(judged, variant)
        const host = hostOf(variant)
        return (
          <div key={variant.id} className="report-variant">
            <h3>
              <bdi>{variantName(variant)}</bdi>
            </h3>
            <dl>
              <dt>Model</dt>
              <dd>{variant.model || 'None chosen'}</dd>
              {host !== undefined && (
                <>
                  <dt>Server</dt>
                  <dd>{host}</dd>
                </>
              )}
              <dt>Parameters</dt>
              <dd>{wireWords(variant.parameters) || 'Defaults of the model'}</dd>
              <dt>Fingerprint</dt>
              <dd>{fingerprints.length === 0 ? 'Not reported' : fingerprints.join(', ')}</dd>
            </dl>
            {variant.prompt && (
              <>
                <p className="report-muted">This variant has its own prompt:</p>
                <PromptText prompt={variant.prompt} />
              </>
            )}
          </div>
        )
      })}
    </section>
  )
}

/** Fields under wire names, such as `temperature 0.5, max_tokens 100`. */
function wireWords(fields: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(fields).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return excerptOf(words.join(', '), 600)
}
