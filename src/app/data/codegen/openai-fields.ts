import { type Parameter, parameters } from '#contract/parameters.ts'

/** The parameters by the name that they have in a request. */
export const parametersByWireName: ReadonlyMap<string, Parameter> = new Map(
  Object.values<Parameter>(parameters).map((each) => [each.wireName, each]),
)

/** Fields besides the parameters that `create` of the openai packages takes by name. */
const openaiFields: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'max_completion_tokens',
  'stream',
  'stream_options',
  'n',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'user',
])

/** Whether `create` of the openai packages takes a field by name. */
export function isOpenaiField(name: string): boolean {
  return openaiFields.has(name) || parametersByWireName.get(name)?.sdk?.openai === true
}
