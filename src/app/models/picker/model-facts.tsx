import { capabilityIcons } from '#app/models/capability-icons.tsx'
import { capabilityWords } from '#app/models/model-words.tsx'
import { dollarsInBrief } from '#app/models/price-words.ts'
import { formatSize } from '#app/ui/format.ts'
import type { Capability, Model } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { contextOf } from '#app/models/text-models.ts'

/** What models are chosen by; each has its place, so that a list can be read downwards. */
const shown: readonly Capability[] = ['vision', 'function_calling', 'structured_output', 'reasoning']

/** A model's capabilities, context length, and prices of a million tokens in and out, as far as they are known. */
export function ModelFacts({ model }: { model: Model }) {
  const context = contextOf(model)
  const input = rateOf(model, 'input_tokens')
  const output = rateOf(model, 'output_tokens')
  const words = shown.filter((each) => model.capabilities?.includes(each)).map((each) => capabilityWords[each])
  return (
    <>
      <span className="sr-only">{words.join(', ')}</span>
      <span aria-hidden className="grid grid-cols-[repeat(4,1rem)] gap-1 max-md:hidden">
        {shown.map((each) => (
          <span key={each} title={capabilityWords[each]}>
            {model.capabilities?.includes(each) && capabilityIcons[each]}
          </span>
        ))}
      </span>
      {context !== undefined && (
        <span className="w-12 text-end tabular-nums" title="Context length in tokens">
          {formatSize(context)}
          <span className="sr-only"> context</span>
        </span>
      )}
      {input !== undefined && output !== undefined && (
        <span className="w-28 text-end tabular-nums max-md:w-auto" title="Price per 1M tokens, in and out">
          {input === 0 && output === 0 ? 'Free' : `${dollarsInBrief(input)} / ${dollarsInBrief(output)}`}
        </span>
      )}
    </>
  )
}
