import type { ListedModel } from '#app/data/calls/test-engines.test-support.ts'

const makers = ['openai', 'anthropic', 'google', 'qwen', 'mistralai', 'acme', 'northwind', 'lumen', '百川', 'бета']
const families = ['Aurora', 'Claude', 'Delta', 'Gemini', 'Harbour', 'Llama', 'Mistral', 'Orchid', 'Quartz', 'Sonnet']
const kinds = ['mini', 'pro', 'instruct', 'coder', 'vision', 'thinking', 'flash', 'large', 'preview', '']
const contexts = [undefined, 8_192, 32_768, 128_000, 131_072, 200_000, 1_000_000, 1_048_576]

/** Deterministic models, as varied as real ones and with descriptions as long. */
export function manyModels(count: number): ListedModel[] {
  return Array.from({ length: count }, (_, place) => {
    const pick = <T>(from: readonly T[], salt: number) => from[Math.imul(place + 7, salt) % from.length] ?? from[0]
    const size = [3, 7, 14, 32, 70, 235][place % 6] ?? 3
    const family = pick(families, 31)
    const kind = pick(kinds, 17)
    const name = `${family} ${(place % 90) / 10} ${size}B ${kind}`.trim()
    const price = place % 5 === 0 ? undefined : ((place * 37) % 4000) / 1e9
    const context = pick(contexts, 13)
    return {
      id: `${pick(makers, 11)}/${name.toLowerCase().replaceAll(' ', '-')}:${place}`,
      name,
      description: `${family} answers in ${place % 40} languages and was made for ${kind || 'everyday'} work of ${size} kinds; release ${place}.`,
      ...(context !== undefined && { context_length: context }),
      ...(price !== undefined && { pricing: { prompt: String(price), completion: String(price * 4) } }),
      supported_parameters: ['tools', 'reasoning', 'response_format'].slice(0, place % 4),
      architecture: { input_modalities: place % 3 === 0 ? ['text', 'image'] : ['text'] },
    }
  })
}
