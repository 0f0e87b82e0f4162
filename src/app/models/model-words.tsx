import { memo } from 'react'
import { formatDollars, formatSize, unknownMark } from '#app/ui/format.ts'
import type { Capability, Model, ModelStatus, ModelType } from '#contract/model.ts'
import { contextOf } from './context-of.ts'
import { dayWords } from './dates.ts'

/** What a model makes, in words. */
export const typeWords: Record<ModelType, string> = {
  text_generation: 'Text generation',
  image_generation: 'Image generation',
  speech_to_text: 'Speech to text',
  text_to_speech: 'Text to speech',
  moderation: 'Moderation',
}

/** What a model can do, in words. */
export const capabilityWords: Record<Capability, string> = {
  streaming: 'Streaming',
  vision: 'Vision',
  function_calling: 'Function calling',
  structured_output: 'Structured output',
  reasoning: 'Reasoning',
  image_editing: 'Image editing',
}

/** What a model can do, in the order in which it is shown. */
export const shownCapabilities = [
  'streaming',
  'vision',
  'function_calling',
  'structured_output',
  'reasoning',
  'image_editing',
] as const satisfies readonly Capability[]

/** Whether a model can be called, in words and with the colour that goes with it. */
export const statusWords: Record<ModelStatus, { text: string; dot: string }> = {
  active: { text: 'Active', dot: 'bg-success' },
  pending: { text: 'Not ready', dot: 'bg-warning' },
  inactive: { text: 'Inactive', dot: 'bg-line-strong' },
  deleted: { text: 'Deleted', dot: 'bg-line-strong' },
}

/** A type in words. One that this page is too old to know has its own name, as nothing is told of it but that. */
export function typeName(type: string): string {
  const known: Readonly<Record<string, string>> = typeWords
  return known[type] ?? type
}

/** How a status is shown; one that this page is too old to know, by its own name. */
export function statusLook(status: string): { text: string; dot: string } {
  const known: Readonly<Record<string, { text: string; dot: string }>> = statusWords
  return known[status] ?? { text: status, dot: statusWords.inactive.dot }
}

/** A rate per 1,000,000 units: `Free` for 0, a dash for unknown. */
export function priceWords(rate: number | undefined): string {
  if (rate === undefined) return unknownMark
  return rate === 0 ? 'Free' : formatDollars(rate)
}

/** What a model reads and produces: `Text, image → text`. Undefined unless both are known. */
export function modalityWords({
  input_modalities: input = [],
  output_modalities: output = [],
}: Pick<Model, 'input_modalities' | 'output_modalities'>): string | undefined {
  if (input.length === 0 || output.length === 0) return undefined
  const words = `${input.join(', ')} → ${output.join(', ')}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The context length as people say it; a dash where nobody told. */
export function contextWords(model: Pick<Model, 'context_length' | 'context_length_known'>): string {
  const context = contextOf(model)
  return context === undefined ? unknownMark : formatSize(context)
}

/** Where something is from, by the name that people know, and of which day: `models.dev, 24 July 2026`. */
export function sourceWords({ name, date }: { name: string; date: string }): string {
  // Some are told by their repository: whose account it lies under says nothing here.
  return `${name.slice(name.lastIndexOf('/') + 1) || name}, ${dayWords(date)}`
}

interface StatusWordProps {
  status: ModelStatus
  /** Its maker has deprecated it. */
  deprecated?: boolean | undefined
}

/** Whether a model can be called, as a dot and a word. */
export const StatusWord = memo(function StatusWord({ status, deprecated = false }: StatusWordProps) {
  const { text, dot } = statusLook(status)
  // That is why it is inactive; a model that can still be called is active and deprecated.
  const words = !deprecated ? text : status === 'active' ? `${text}, deprecated` : 'Deprecated'
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-1.75 rounded-full ${dot}`} />
      {words}
    </span>
  )
})
