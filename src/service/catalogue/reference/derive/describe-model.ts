import type { Capability, ModelType } from '#contract/model.ts'

interface Described {
  type: ModelType
  maker: string
  capabilities: readonly Capability[]
  openWeights: boolean
}

/** One sentence from the facts alone: “Open-weights text model by DeepSeek that reasons and calls tools.” */
export function describeModel({ type, maker, capabilities, openWeights }: Described): string {
  const kind = openWeights ? `Open-weights ${kinds[type]}` : capitalised(kinds[type])
  const can = capabilities.flatMap((capability) => doings[capability] ?? [])
  return `${kind} model by ${maker}${can.length > 0 ? ` that ${listed(can)}` : ''}.`
}

const kinds: Readonly<Record<ModelType, string>> = {
  text_generation: 'text',
  image_generation: 'image',
  speech_to_text: 'speech-to-text',
  text_to_speech: 'text-to-speech',
  moderation: 'moderation',
}

const doings: Readonly<Partial<Record<Capability, string>>> = {
  vision: 'reads images',
  function_calling: 'calls tools',
  structured_output: 'answers in a given structure',
  reasoning: 'reasons',
  image_editing: 'also edits images',
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
