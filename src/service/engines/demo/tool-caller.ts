import { z } from 'zod'
import { type ChatMessage, type ChatRequest } from '#contract/chat.ts'
import { isRecord } from '#contract/json.ts'
import { refuse } from '#service/service-error.ts'
import {
  type DemoModel,
  type DemoReply,
  type DemoToolCall,
  fence,
  lastUserText,
  modelCard,
  readField,
  readSeed,
  textOf,
} from './demo-model.ts'
import { satisfySchema } from './schema/satisfy-schema.ts'

/** Calls the tools of the request with made-up arguments, then reports the results. */
export const toolCaller: DemoModel = {
  model: modelCard(
    'tools',
    'Tools',
    'A demo model inside Parley that calls your tools. It makes up arguments that satisfy each tool’s JSON Schema, all tools at once where parallel calls are allowed, then summarises the results. Write “3 rounds” to see it call them three times.',
    ['tools', 'tool_choice', 'parallel_tool_calls', 'seed'],
    { capabilities: ['function_calling'] },
  ),
  reply({ request }) {
    const tools = readField(request, 'tools', toolsSchema) ?? []
    const choice = readField(request, 'tool_choice', choiceSchema) ?? 'auto'
    const isParallel = readField(request, 'parallel_tool_calls', parallelSchema) ?? true
    const seed = readSeed(request) ?? 0
    const chosen = typeof choice === 'string' ? undefined : choice.function.name
    const callable = chosen === undefined ? tools : tools.filter(({ function: { name } }) => name === chosen)
    if (chosen !== undefined && callable.length === 0) {
      throw refuse(
        'invalid_value',
        `tool_choice names ${chosen}, which isn’t one of the tools. Add it, or choose another.`,
        {
          param: 'tool_choice',
        },
      )
    }
    const results = latestResults(request.messages)
    const round = countRounds(request.messages)
    const isDone = results.length > 0 && (tools.length === 0 || choice === 'none' || round >= wishedRounds(request))
    if (isDone) return sayText(describeResults(request.messages, results))
    if (tools.length === 0) return sayText(withoutTools)
    if (choice === 'none') return sayText('The tool choice is none, so I call no tool. Set it to auto or required.')
    const called = isParallel ? callable : callable.slice(round % callable.length).slice(0, 1)
    return {
      pieces: [],
      calls: called.map((tool, at) => callOf(tool, `${seed} ${round} ${at}`, Math.max(2000, allSteps / called.length))),
    }
  },
}

const withoutTools =
  'I am a demo model that calls tools, but this request has none. Add a tool with a name and a JSON Schema of its parameters, then send your message again.'

const toolsRule = 'tools must be an array of {"type": "function", "function": {"name": …}}.'
const toolSchema = z.looseObject(
  {
    type: z.literal('function', toolsRule),
    function: z.looseObject(
      { name: z.string(toolsRule).min(1, toolsRule), parameters: z.unknown().optional() },
      toolsRule,
    ),
  },
  toolsRule,
)
const toolsSchema = z.array(toolSchema, toolsRule).max(128, 'tools may contain up to 128 tools.')

const choiceRule = 'tool_choice must be auto, none, required or {"type": "function", "function": {"name": …}}.'
const choiceSchema = z.union(
  [
    z.enum(['auto', 'none', 'required']),
    z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }),
  ],
  choiceRule,
)
const parallelSchema = z.boolean('parallel_tool_calls must be true or false.')

function sayText(text: string): DemoReply {
  return { pieces: [text] }
}

/** The work for the arguments of all calls together. */
const allSteps = 100_000

function callOf(
  { function: { name, parameters } }: z.infer<typeof toolSchema>,
  seed: string,
  maxSteps: number,
): DemoToolCall {
  // Arguments are always an object; a tool without parameters takes an empty one.
  const made = isRecord(parameters)
    ? satisfySchema({ type: 'object', ...parameters }, { seed: `${seed} ${name}`, maxSteps })
    : { value: {} }
  if (!made || !isRecord(made.value)) {
    throw refuse(
      'invalid_value',
      `This demo model found no arguments that satisfy the parameters of ${name}. Check the JSON Schema, or simplify it.`,
      { param: 'tools' },
    )
  }
  return { name, arguments: JSON.stringify(made.value) }
}

/** The messages without an answer that the caller has begun for the model. */
function withoutPrefill(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const last = messages.at(-1)
  return last?.role === 'assistant' && !hasCalls(last) ? messages.slice(0, -1) : messages
}

/** The tool results that the last messages are. */
function latestResults(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const asked = withoutPrefill(messages)
  return asked.slice(asked.findLastIndex(({ role }) => role !== 'tool') + 1)
}

function hasCalls(message: ChatMessage): boolean {
  return Array.isArray(message['tool_calls']) && message['tool_calls'].length > 0
}

/** How many replies since the last user message called tools. */
function countRounds(messages: readonly ChatMessage[]): number {
  const start = messages.findLastIndex(({ role }) => role === 'user')
  return messages.slice(start + 1).filter(hasCalls).length
}

/** How often the user wants the tools called. */
function wishedRounds({ messages }: ChatRequest): number {
  return Number(/(\d{1,3}) rounds/.exec(lastUserText(messages) ?? '')?.[1] ?? 1)
}

/** A longer result is cut. */
const longestResult = 1000

function describeResults(messages: readonly ChatMessage[], results: readonly ChatMessage[]): string {
  const count = results.length === 1 ? 'One tool returned a result' : `${results.length} tools returned results`
  return [
    `${count}. As a demo model I can’t interpret them, so here they are:`,
    ...results.map((result) => {
      const text = textOf(result)
      const shown = text.length > longestResult ? `${text.slice(0, longestResult)}…` : text
      const { name, arguments: json } = callFor(messages, result['tool_call_id'])
      return `**${inlineText(name)}**, called with ${inlineCode(json)}:\n\n${fence(shown, 'text')}`
    }),
  ].join('\n\n')
}

/** The call that a result belongs to, as the caller sent it back. */
function callFor(messages: readonly ChatMessage[], id: unknown): DemoToolCall {
  for (const message of messages.toReversed()) {
    const calls: unknown = message['tool_calls']
    if (!Array.isArray(calls)) continue
    const call: unknown = calls.find((each) => isRecord(each) && each['id'] === id)
    if (!isRecord(call) || !isRecord(call['function'])) continue
    const { name, arguments: json } = call['function']
    return { name: typeof name === 'string' ? name : '?', arguments: typeof json === 'string' ? json : '' }
  }
  return { name: 'an unknown call', arguments: '' }
}

/** Names are letters, digits, `_` and `-` in valid requests; anything else could be Markdown. */
function inlineText(name: string): string {
  return name.replaceAll(/[^\w -]/g, '').replaceAll('_', String.raw`\_`)
}

function inlineCode(text: string): string {
  const line = text.slice(0, 300).replaceAll(/\s+/g, ' ')
  return line === '' ? 'no arguments' : line.includes('`') ? `\`\` ${line.replaceAll('``', "''")} \`\`` : `\`${line}\``
}
