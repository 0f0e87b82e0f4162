import type { ParameterName } from '#contract/parameters.ts'
import type { Setup } from '#app/data/setup.ts'

/** How many of these parameters were changed. */
export function changedCount({ parameters }: Pick<Setup, 'parameters'>, names: readonly ParameterName[]): number {
  return names.filter((name) => parameters[name] !== undefined).length
}
