import type { Capability, ModelType } from '#contract/model.ts'

interface Described {
  type: ModelType
  maker: string
  capabilities: readonly Capability[]
  openWeights: boolean
}

/** One sentence from the facts alone: “DeepSeek open-weights text model with tools and reasoning.” */
export function describeModel({ type, maker, capabilities, openWeights }: Described): string {
  const can = capabilities.flatMap((capability) => abilities[capability] ?? [])
  return `${maker} ${openWeights ? 'open-weights ' : ''}${kinds[type]} model${can.length > 0 ? ` with ${listed(can)}` : ''}.`
}

const kinds: Readonly<Record<ModelType, string>> = {
  text_generation: 'text',
  image_generation: 'image',
  speech_to_text: 'speech-to-text',
  text_to_speech: 'text-to-speech',
  moderation: 'moderation',
}

const abilities: Readonly<Partial<Record<Capability, string>>> = {
  vision: 'vision',
  function_calling: 'tools',
  structured_output: 'structured output',
  reasoning: 'reasoning',
  image_editing: 'image editing',
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}
