import { isRecord } from '#contract/json.ts'
import type { CodeRequest } from './literal.ts'
import { stringLiteral } from './literal.ts'

/** The calls of tools that code has to answer. */
export interface ToolLoop {
  /** The names of the tools. */
  names: readonly string[]
  /** How many replies in a row may call tools, before one is requested without tools. */
  maxRounds: number
}

/** The fields of a request that describe its tools. The last request of a loop has none of them. */
export const toolFields: ReadonlySet<string> = new Set(['tools', 'tool_choice', 'parallel_tool_calls'])

const defaultRounds = 8

/** The loop that a request needs; undefined if the model can't call any tool. */
export function toolLoopOf({ body, maxToolRounds = defaultRounds }: CodeRequest): ToolLoop | undefined {
  const { tools, tool_choice: choice } = body
  if (!Array.isArray(tools) || choice === 'none') return undefined
  const names = tools.flatMap((tool: unknown) => {
    const fn = isRecord(tool) ? tool['function'] : undefined
    return isRecord(fn) && typeof fn['name'] === 'string' ? [fn['name']] : []
  })
  return names.length === 0 ? undefined : { names, maxRounds: maxToolRounds }
}

const stubComment = 'Replace the results with those of your own functions.'

/** What a stub returns, so that the model learns that there is no result. */
export function stubResult(name: string): string {
  return stringLiteral(`${name} is not implemented yet`)
}

/** Functions of the person, in JavaScript. Default values instead of types, so that it is TypeScript, too. */
export function javascriptStubs({ names, maxRounds }: ToolLoop): string {
  const cases = names.map((name) => `    case ${stringLiteral(name)}:\n      return { error: ${stubResult(name)} }\n`)
  return `// ${stubComment}
async function runTool(name = '', input = Object()) {
  switch (name) {
${cases.join('')}    default:
      return { error: \`There is no tool \${name}\` }
  }
}

// After this many rounds of tool calls, the model has to reply without tools.
const maxRounds = ${maxRounds}
// The replies that call tools, and the results.
const rounds = Array()
`
}

/** Collects the text and the calls in `delta`, in JavaScript. */
const javascriptCollect = `text += delta?.content ?? ''
for (const { index, id, function: part } of delta?.tool_calls ?? []) {
  calls[index] ??= { id, type: 'function', function: { name: part?.name, arguments: '' } }
  calls[index].function.arguments += part?.arguments ?? ''
}`

/**
 * The loop in JavaScript. `request` is code that sends one request; `read` is code that reads its reply. That of a stream
 * is written for the code that it runs for each `delta`; that of a whole reply sets `message` and `calls`.
 */
export function javascriptLoop(request: string, read: string | ((perDelta: string) => string)): string {
  const reply =
    typeof read === 'string'
      ? read
      : `let text = ''
const calls = Array()
${read(javascriptCollect)}
console.log()
const message = { role: 'assistant', content: text || null, tool_calls: calls }`
  const body = `${request}

${reply}
if (calls.length === 0) break
rounds.push(message)
for (const call of calls) {
  const result = await runTool(call.function.name, JSON.parse(call.function.arguments || '{}'))
  rounds.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result) })
}`
  return `for (let round = 0; round <= maxRounds; round++) {\n${indented(body, 2)}\n}`
}

/** The same as `javascriptStubs` in Python. */
export function pythonStubs({ names, maxRounds }: ToolLoop): string {
  const cases = names.map(
    (name) => `    if name == ${stringLiteral(name)}:\n        return {"error": ${stubResult(name)}}\n`,
  )
  return `# ${stubComment}
def run_tool(name, arguments):
${cases.join('')}    return {"error": f"There is no tool {name}"}


# After this many rounds of tool calls, the model has to reply without tools.
max_rounds = ${maxRounds}
# The replies that call tools, and the results.
rounds = []
`
}

/** The same as `javascriptLoop` in Python. `read` is code that sets `content` and `calls`. */
export function pythonLoop(request: string, read: string): string {
  const body = `${request}
${read}
if not calls:
    break
rounds.append({"role": "assistant", "content": content, "tool_calls": calls})
for call in calls:
    result = run_tool(call["function"]["name"], json.loads(call["function"]["arguments"] or "{}"))
    rounds.append({"role": "tool", "tool_call_id": call["id"], "content": json.dumps(result)})`
  return `for round in range(max_rounds + 1):\n${indented(body, 4)}`
}

/** Adds an element at the end of an array literal. `indent` is that of the line where it begins, `width` that of a level. */
export function withElement(
  array: string,
  element: string,
  { indent, width }: { indent: number; width: number },
): string {
  const open = array === '[]' ? '[' : array.slice(0, array.lastIndexOf(']')).trimEnd()
  return `${open}\n${' '.repeat(indent + width)}${element},\n${' '.repeat(indent)}]`
}

/** Indents every line. Literals contain no line breaks, so this never changes one. */
function indented(code: string, spaces: number): string {
  return code.replaceAll(/^(?=.)/gmu, ' '.repeat(spaces))
}
