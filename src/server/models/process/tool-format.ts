import { isRecord, parseJson } from '#contract/json.ts'
import type { LocalRequest } from '#service/engines/gguf/local-request.ts'
import { jsonGrammar } from './json-grammar.ts'

/** How a model writes tool calls. */
export interface ToolFormat {
  /** Before a call. Empty: a reply that is JSON is a call. */
  open: string
  /** After a call. Empty: the end of the reply. */
  close: string
  /** The name of the member with the arguments. */
  argumentsKey: 'arguments' | 'parameters'
  isList?: true
}

/** A call of a tool. `arguments` is JSON text. */
export interface WrittenCall {
  name: string
  arguments: string
}

/**
 * The format that a chat template teaches its model, recognised by what the template says; undefined if it has no tools, or
 * in another format.
 */
export function toolFormatOf(template: string | undefined): ToolFormat | undefined {
  if (template === undefined || !/\btools\b/u.test(template)) return undefined
  // Hermes, Qwen and many others. Qwen's coders write a kind of XML between the same marks.
  if (template.includes('<tool_call>')) {
    return template.includes('<function=')
      ? undefined
      : { open: '<tool_call>', close: '</tool_call>', argumentsKey: 'arguments' }
  }
  if (template.includes('[TOOL_CALLS]') && !template.includes('[ARGS]')) {
    return { open: '[TOOL_CALLS]', close: '', argumentsKey: 'arguments', isList: true }
  }
  // Llama 3.
  if (/["']parameters["']: /u.test(template)) return { open: '', close: '', argumentsKey: 'parameters' }
  return undefined
}

/** Reads what was written between the marks; undefined if it is no call. */
export function readCalls(text: string, { argumentsKey }: ToolFormat): WrittenCall[] | undefined {
  const value = parseJson(text.trim())
  const list: unknown[] = Array.isArray(value) ? value : [value]
  const calls = list.flatMap((each) => {
    if (!isRecord(each)) return []
    const { name, [argumentsKey]: given = {} } = each
    return typeof name === 'string' && isRecord(given) ? [{ name, arguments: JSON.stringify(given) }] : []
  })
  return calls.length > 0 && calls.length === list.length ? calls : undefined
}

/** The grammar of a reply that has to be a call; undefined if the model may choose. */
export function forcedCallGrammar(request: LocalRequest, format: ToolFormat): string | undefined {
  const { tools = [], tool_choice: choice } = request
  if (choice === undefined || choice === 'none') return undefined
  const allowed = choice === 'required' ? tools : tools.filter((each) => each.function.name === choice.name)
  // References in the parameters of a tool start at its own schema.
  const defined = Object.fromEntries(
    allowed.flatMap((each) => Object.entries(each.function.parameters?.['$defs'] ?? {})),
  )
  const calls = allowed.map(({ function: { name, parameters } }) => ({
    type: 'object',
    properties: { name: { const: name }, [format.argumentsKey]: parameters ?? { type: 'object' } },
    required: ['name', format.argumentsKey],
  }))
  const [only = {}] = calls
  const one = calls.length === 1 ? only : { anyOf: calls }
  const schema = format.isList ? { type: 'array', items: one, minItems: 1, maxItems: 1 } : one
  const hasBreaks = format.close !== ''
  return jsonGrammar(
    { ...schema, $defs: defined },
    hasBreaks ? `${format.open}\n` : format.open,
    hasBreaks ? `\n${format.close}` : '',
  )
}
