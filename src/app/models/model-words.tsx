import { memo } from 'react'
import { formatDollars, formatSize, unknownMark } from '#app/ui/format.ts'
import type { Capability, Model, ModelStatus, ModelType } from '#contract/model.ts'
import { dayWords } from './dates.ts'
import { contextOf } from './text-models.ts'

/** The names of model types. */
export const typeWords: Record<ModelType, string> = {
  text_generation: 'Text generation',
  image_generation: 'Image generation',
  speech_to_text: 'Speech to text',
  text_to_speech: 'Text to speech',
  moderation: 'Moderation',
}

/** The names of capabilities. */
export const capabilityWords: Record<Capability, string> = {
  streaming: 'Streaming',
  vision: 'Vision',
  function_calling: 'Function calling',
  structured_output: 'Structured output',
  reasoning: 'Reasoning',
  image_editing: 'Image editing',
}

/** The capabilities in the order on screen. */
export const shownCapabilities = [
  'streaming',
  'vision',
  'function_calling',
  'structured_output',
  'reasoning',
  'image_editing',
] as const satisfies readonly Capability[]

/** The name and colour of each status. */
export const statusWords: Record<ModelStatus, { text: string; dot: string }> = {
  active: { text: 'Connected', dot: 'bg-success' },
  pending: { text: 'Not ready', dot: 'bg-warning' },
  inactive: { text: 'Not connected', dot: 'bg-line-strong' },
  deleted: { text: 'Deleted', dot: 'bg-line-strong' },
}

/** A type's name; a type that this version doesn't know is returned as it is. */
export function typeName(type: string): string {
  const known: Readonly<Record<string, string>> = typeWords
  return known[type] ?? type
}

/** A status's name and colour; one that this version doesn't know is named as it is. */
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

/** The context length, rounded: `128K`; a dash if unknown. */
export function contextWords(model: Pick<Model, 'context_length' | 'context_length_known'>): string {
  const context = contextOf(model)
  return context === undefined ? unknownMark : formatSize(context)
}

/** A source and its date: `models.dev, 24 July 2026`. */
export function sourceWords({ name, date }: { name: string; date: string }): string {
  // Some sources are repositories, of which only the name matters here.
  return `${name.slice(name.lastIndexOf('/') + 1) || name}, ${dayWords(date)}`
}

interface StatusWordProps {
  status: ModelStatus
  /** Its maker has deprecated it. */
  deprecated?: boolean | undefined
}

/** A model's status as a dot and a word. */
export const StatusWord = memo(function StatusWord({ status, deprecated = false }: StatusWordProps) {
  const { text, dot } = statusLook(status)
  // "Deprecated" says why a model is inactive; one that can still be called is both.
  const words = !deprecated ? text : status === 'active' ? `${text}, deprecated` : 'Deprecated'
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-1.75 rounded-full ${dot}`} />
      {words}
    </span>
  )
})
