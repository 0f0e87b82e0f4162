import { type JsonRecord, isRecord, parseJson } from '#contract/json.ts'

/** How the result of a call is produced: typed by the user, fixed in advance, or by the tool's MCP server. */
export const toolKinds = ['ask', 'mock', 'mcp'] as const
export type ToolKind = (typeof toolKinds)[number]

/** A function that a model may call. */
export interface Tool {
  name: string
  description: string
  /** JSON Schema of its arguments, as it was typed; empty for a tool without arguments. */
  parameters: string
  kind: ToolKind
  /** What `mock` returns: a text, or a JSON list of `{when, result}`; see `mockResultOf`. Kept while another kind is chosen. */
  mockResult: string
  /** The address of the MCP server of a tool of kind `mcp`; otherwise empty. */
  server: string
}

/** Which tools a model may or must call; `{ tool }` is one by its name. Not sent when `auto`, which services assume. */
export type ToolChoice = 'auto' | 'none' | 'required' | { tool: string }

/** The tools of a pane, and how a model may use them. */
export interface ToolSetup {
  list: readonly Tool[]
  choice: ToolChoice
  /** Whether a reply may call several tools at once. Null is not sent: the service decides. */
  parallel: boolean | null
  /** How many replies in a row may call tools, before one is requested without tools. */
  maxRounds: number
}

export const emptyToolSetup: ToolSetup = { list: [], choice: 'auto', parallel: null, maxRounds: 8 }

/** The valid values of `maxRounds`. A shared setup with mock tools must not send requests without end. */
export const roundLimits = { min: 1, max: 25 }

/** What the common interface allows as the name of a function. */
const toolName = /^[\w-]{1,64}$/u

/** Why a tool can't be sent, and what to do; undefined if it can. `list` is all tools of the pane. */
export function toolProblem(tool: Tool, list: readonly Tool[]): string | undefined {
  if (!toolName.test(tool.name)) return 'Give the tool a name of 1 to 64 letters, digits, _ or -.'
  if (list.find(({ name }) => name === tool.name) !== tool) return `Rename one of the tools called "${tool.name}".`
  return isSchemaText(tool.parameters) ? undefined : `Fix the JSON Schema of "${tool.name}": it must be one object.`
}

/** The tools that a request contains. */
export function sentTools({ list }: ToolSetup): readonly Tool[] {
  return list.filter((tool) => toolProblem(tool, list) === undefined)
}

/** The fields of a request body that describe the tools: none without a valid tool, as services refuse the others then. */
export function writeToolFields(setup: ToolSetup): JsonRecord {
  const tools = sentTools(setup)
  if (tools.length === 0) return {}
  const { choice, parallel } = setup
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: {
        name,
        ...(description !== '' && { description }),
        ...(parameters.trim() !== '' && { parameters: parseJson(parameters) }),
      },
    })),
    ...(choice !== 'auto' && { tool_choice: writeChoice(choice, tools) }),
    ...(parallel !== null && { parallel_tool_calls: parallel }),
  }
}

/** A choice of a tool that is not sent would be refused. */
function writeChoice(choice: Exclude<ToolChoice, 'auto'>, tools: readonly Tool[]): unknown {
  if (typeof choice === 'string') return choice
  if (!tools.some(({ name }) => name === choice.tool)) return 'auto'
  return { type: 'function', function: { name: choice.tool } }
}

/** The tools in a request body. Each asks for its results. */
export function readToolFields(body: JsonRecord): ToolSetup {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = body
  return {
    ...emptyToolSetup,
    list: Array.isArray(tools) ? tools.flatMap(readWireTool) : [],
    choice: readWireChoice(choice),
    parallel: typeof parallel === 'boolean' ? parallel : null,
  }
}

function readWireTool(wire: unknown): Tool[] {
  const fields = isRecord(wire) ? wire['function'] : undefined
  if (!isRecord(fields) || typeof fields['name'] !== 'string') return []
  const { name, description, parameters } = fields
  return [
    {
      name,
      description: textOf(description),
      parameters: isRecord(parameters) ? JSON.stringify(parameters, null, 2) : '',
      kind: 'ask',
      mockResult: '',
      server: '',
    },
  ]
}

function readWireChoice(choice: unknown): ToolChoice {
  if (choice === 'none' || choice === 'required') return choice
  const fields = isRecord(choice) ? choice['function'] : undefined
  return isRecord(fields) && typeof fields['name'] === 'string' ? { tool: fields['name'] } : 'auto'
}

/** The tools in storage, a link or a file; what is invalid is left out. */
export function readToolSetup(stored: unknown): ToolSetup {
  if (!isRecord(stored)) return emptyToolSetup
  const { list, choice, parallel, maxRounds } = stored
  const { min, max } = roundLimits
  const isRounds = typeof maxRounds === 'number' && Number.isInteger(maxRounds) && maxRounds >= min && maxRounds <= max
  return {
    list: Array.isArray(list) ? list.flatMap(readTool) : [],
    choice: readChoice(choice),
    parallel: typeof parallel === 'boolean' ? parallel : null,
    maxRounds: isRounds ? maxRounds : emptyToolSetup.maxRounds,
  }
}

function readTool(stored: unknown): Tool[] {
  if (!isRecord(stored) || typeof stored['name'] !== 'string') return []
  const { name, description, parameters, kind, mockResult, server } = stored
  return [
    {
      name,
      description: textOf(description),
      parameters: textOf(parameters),
      kind: toolKinds.find((each) => each === kind) ?? 'ask',
      mockResult: textOf(mockResult),
      server: textOf(server),
    },
  ]
}

function readChoice(choice: unknown): ToolChoice {
  if (choice === 'none' || choice === 'required') return choice
  return isRecord(choice) && typeof choice['tool'] === 'string' ? { tool: choice['tool'] } : 'auto'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Whether a text is empty or a JSON object. */
function isSchemaText(text: string): boolean {
  return text.trim() === '' || isRecord(parseJson(text))
}
