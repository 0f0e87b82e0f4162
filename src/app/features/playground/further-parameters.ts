import { parameterNames, type ParameterName } from '#contract/parameters.ts'

/** The parameters that are always in view. */
export const firstNames = ['temperature', 'maxTokens'] as const satisfies ParameterName[]

const first: ReadonlySet<ParameterName> = new Set(firstNames)

/** The others, in the order of the table. */
export const furtherNames: readonly ParameterName[] = parameterNames.filter((name) => !first.has(name))
