import type { ReactNode } from 'react'
import { makerName, makerOf } from '#app/models/makers.ts'
import type { Model } from '#contract/model.ts'
import { formatCount, formatSize, unknownMark } from '#app/ui/format.ts'
import { CapabilityWord } from '#app/models/capability-icons.tsx'
import { contextOf } from '#app/models/context-of.ts'
import { cutoffWords, dayWords, daysAgoWords } from '#app/models/date-words.ts'
import { releasedAt } from '#app/models/released-at.ts'
import { sourceWords } from '#app/models/source-words.ts'
import { contextWords, modalityWords, shownCapabilities, typeName } from '#app/models/model-words.ts'

/** What is known of a model besides its prices. `now` dates its age. */
export function FactsView({ model, now }: { model: Model; now: number }) {
  const [context, released] = [contextOf(model), releasedAt(model)]
  const { max_output_tokens: maxOutput, knowledge_cutoff: cutoff, open_weights: openWeights } = model
  const modalities = modalityWords(model)
  const capabilities = shownCapabilities.filter((each) => model.capabilities?.includes(each))
  return (
    <section aria-label="Facts" className="grid gap-2">
      <h2 className="font-semibold">Facts</h2>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] md:grid-cols-[10rem_minmax(0,1fr)]">
        <Fact name="Context">
          <span className="tabular-nums">{contextWords(model)}</span>{' '}
          <span className="text-text-muted">
            {context === undefined ? 'Unknown' : `${formatCount(context)} tokens, input and output together`}
          </span>
        </Fact>
        {maxOutput !== undefined && (
          <Fact name="Maximum output">
            <span className="tabular-nums">{formatSize(maxOutput)}</span>{' '}
            <span className="text-text-muted">{formatCount(maxOutput)} tokens</span>
          </Fact>
        )}
        {modalities !== undefined && <Fact name="Modalities">{modalities}</Fact>}
        <Fact name="Can do">
          {capabilities.length === 0 ? (
            unknownMark
          ) : (
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {capabilities.map((each) => (
                <li key={each}>
                  <CapabilityWord capability={each} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Type">{typeName(model.model_type)}</Fact>
        <Fact name="Maker">{makerName(makerOf(model))}</Fact>
        <Fact name="Released">
          {released === undefined ? (
            unknownMark
          ) : (
            <>
              {dayWords(released)} {/* What is announced for a day to come is not out yet. */}
              {released <= now && <span className="text-text-muted">{daysAgoWords(released, now)}</span>}
            </>
          )}
        </Fact>
        {cutoff !== undefined && <Fact name="Knowledge cutoff">{cutoffWords(cutoff)}</Fact>}
        {openWeights !== undefined && <Fact name="Open weights">{openWeights ? 'Yes' : 'No'}</Fact>}
        <Fact name="Visibility">
          {model.visibility === 'private' ? 'Private: shown only to callers with a key' : 'Public'}
        </Fact>
        <Fact name="Slug">
          <span className="font-mono text-xs">{model.slug || unknownMark}</span>
        </Fact>
        <Fact name="Facts from">{model.reference ? sourceWords(model.reference) : 'The engine that serves it'}</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="border-t border-line py-2 text-text-muted">{name}</dt>
      <dd className="min-w-0 border-t border-line py-2 wrap-anywhere">{children}</dd>
    </>
  )
}
