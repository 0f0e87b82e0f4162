import type { Model } from '#contract/model.ts'
import type { Parameter } from '#contract/parameters.ts'

/** Newer models take the limit under this name, and engines that list it mean the same. */
const alsoCalled: Readonly<Record<string, string>> = { max_tokens: 'max_completion_tokens' }

/** Whether a model is known not to obey a parameter. Where its engine lists nothing, nothing is known. */
export function isUnsupported(model: Model | undefined, { wireName }: Parameter): boolean {
  const supported = model?.supported_parameters
  if (!supported) return false
  return !supported.includes(wireName) && !supported.includes(alsoCalled[wireName] ?? wireName)
}
