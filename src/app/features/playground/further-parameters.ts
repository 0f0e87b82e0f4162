import { parameterNames, type ParameterName } from '#contract/parameters.ts'

/** The parameters that are always in view. */
export const firstNames: readonly ParameterName[] = ['temperature', 'maxTokens']

/** The others, in the order of the table. */
export const furtherNames: readonly ParameterName[] = parameterNames.filter((name) => !firstNames.includes(name))
