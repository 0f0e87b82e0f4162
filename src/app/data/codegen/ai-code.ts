import type { RequestMessage, RequestPart } from '#app/data/calls/chat-stream.ts'
import { type JsonRecord, isRecord, isShallow, parseJson } from '#contract/json.ts'
import { joinMembers } from '#contract/raw-json.ts'
import { mediaTypeOf, fileImport, filesOf } from './code-files.ts'
import {
  type CodeRequest,
  javascriptLiteral,
  javascriptName,
  keyVariable,
  membersOf,
  stringLiteral,
} from './literal.ts'
import { parametersByWireName } from './openai-fields.ts'
import { type ToolLoop, stubResult, toolFields, toolLoopOf } from './tool-loop.ts'

/** What the ai package calls a field; undefined if it can only be passed through its provider options. */
function aiName(wireName: string, json: string): string | undefined {
  const parameter = parametersByWireName.get(wireName)
  // "Other fields" may hold what the interface allows besides a list, such as a single stop sequence.
  return parameter?.kind === 'list' && !json.startsWith('[') ? undefined : parameter?.sdk?.ai
}

/** Texts that the provider takes under names of its own. It drops them under those of the interface. */
const providerNames: Readonly<Record<string, string>> = {
  reasoning_effort: 'reasoningEffort',
  verbosity: 'textVerbosity',
}

/** What the provider options call a field. */
function providerName(wireName: string, json: string): string {
  return (json.startsWith('"') && Object.hasOwn(providerNames, wireName) && providerNames[wireName]) || wireName
}

/** A request as a TypeScript module with the ai package and its provider for this interface. */
export function typescriptAiCode(request: CodeRequest): string {
  const { baseUrl, body, stream } = request
  const files = filesOf(request)
  const loop = toolLoopOf(request)
  const fields = [...membersOf({ ...request, stream: false })].filter(
    ([name]) => name !== 'model' && name !== 'messages' && !(loop && toolFields.has(name)),
  )
  const options = fields.flatMap(([name, json]) => {
    const known = aiName(name, json)
    return known === undefined ? [] : [`${known}: ${javascriptLiteral(json, 2)}`]
  })
  const extra = fields.flatMap(([name, json]): [string, string][] =>
    aiName(name, json) === undefined ? [[providerName(name, json), json]] : [],
  )
  const messages = JSON.stringify(body.messages.map((message) => modelMessageOf(message, body.messages)))
  const lines = [
    `model: provider(${stringLiteral(body.model)})`,
    `messages: ${javascriptLiteral(messages, 2, files)}`,
    ...(loop ? toolLines(loop, request) : []),
    ...options,
    ...(extra.length > 0 ? [`providerOptions: ${javascriptLiteral(`{"parley":${joinMembers(extra)}}`, 2)}`] : []),
    // Without it the package logs errors to the console and ends the text as if it were complete.
    ...(stream ? ['onError: () => {}'] : []),
  ]
  const call = `{\n${lines.map((line) => `  ${line},\n`).join('')}}`
  const names = [stream ? 'streamText' : 'generateText', ...(loop ? ['jsonSchema', 'stepCountIs', 'tool'] : [])]
  return `${fileImport(files)}import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ${names.toSorted().join(', ')} } from 'ai'

const provider = createOpenAICompatible({
  name: 'parley',
  baseURL: ${stringLiteral(baseUrl)},
  apiKey: process.env.${keyVariable},
})

${
  stream
    ? `const { fullStream } = streamText(${call})

for await (const part of fullStream) {
  if (part.type === 'error') throw part.error
  if (part.type === 'text-delta') process.stdout.write(part.text)
}
console.log()`
    : `const { text } = await generateText(${call})

console.log(text)`
}
`
}

/** The package runs the loop itself. The last step has no tools. */
function toolLines({ maxRounds }: ToolLoop, request: CodeRequest): string[] {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = request.body
  const written = Array.isArray(tools) ? tools.flatMap(toolLine) : []
  const chosen = isRecord(choice) && isRecord(choice['function']) ? choice['function']['name'] : undefined
  const toolChoice = typeof chosen === 'string' ? `{ type: 'tool', toolName: ${stringLiteral(chosen)} }` : undefined
  const withTools =
    typeof parallel === 'boolean' ? `{ providerOptions: { parley: { parallel_tool_calls: ${parallel} } } }` : '{}'
  return [
    `// Replace the results with those of your own functions.\n  tools: {\n${written.join('')}  }`,
    ...(toolChoice !== undefined || choice === 'required' ? [`toolChoice: ${toolChoice ?? "'required'"}`] : []),
    `// After ${maxRounds} rounds of tool calls, the model has to reply without tools.\n  stopWhen: stepCountIs(${maxRounds + 1})`,
    `prepareStep: ({ stepNumber }) =>
    stepNumber < ${maxRounds} ? ${withTools} : { activeTools: [], toolChoice: 'none' }`,
  ]
}

function toolLine(wire: unknown): string[] {
  const fields = isRecord(wire) ? wire['function'] : undefined
  if (!isRecord(fields) || typeof fields['name'] !== 'string') return []
  const { name, description, parameters, strict } = fields
  const schema = isRecord(parameters) ? parameters : { type: 'object', properties: {} }
  const literal = javascriptLiteral(JSON.stringify(schema), 6)
  return [
    `    ${javascriptName(name)}: tool({\n`,
    ...(typeof description === 'string' ? [`      description: ${stringLiteral(description)},\n`] : []),
    // The package's types know an older draft of JSON Schema. `Object` returns its argument, without its type.
    `      inputSchema: jsonSchema(${isPlainSchema(schema) ? literal : `Object(${literal})`}),\n`,
    ...(typeof strict === 'boolean' ? [`      strict: ${strict},\n`] : []),
    `      execute: async () => ({ error: ${stubResult(name)} }),\n    }),\n`,
  ]
}

/** Whether a schema has only what any version of the types knows. */
function isPlainSchema({ type, properties, required, ...others }: JsonRecord): boolean {
  const isKnown = (each: unknown) =>
    isRecord(each) &&
    Object.keys(each).every((name) => name === 'type' || name === 'description') &&
    isType(each['type'])
  return (
    type === 'object' &&
    Object.keys(others).every((name) => name === 'description' || name === 'additionalProperties') &&
    typeof (others['additionalProperties'] ?? false) === 'boolean' &&
    typeof (others['description'] ?? '') === 'string' &&
    (required === undefined || (Array.isArray(required) && required.every((name) => typeof name === 'string'))) &&
    (properties === undefined || (isRecord(properties) && Object.values(properties).every(isKnown)))
  )
}

function isType(type: unknown): boolean {
  return ['string', 'number', 'integer', 'boolean'].includes(String(type))
}

/** A message in the package's own format. */
function modelMessageOf(message: RequestMessage, all: readonly RequestMessage[]) {
  const { role, content, tool_calls: calls, tool_call_id: answered } = message
  if (role === 'tool') {
    const output = { type: 'text', value: textOf(content) }
    const result = { type: 'tool-result', toolCallId: answered ?? '', toolName: calledName(all, answered), output }
    return { role, content: [result] }
  }
  if (calls) {
    const text = textOf(content)
    return {
      role,
      content: [
        ...(text === '' ? [] : [{ type: 'text', text }]),
        ...calls.map((call) => ({
          type: 'tool-call',
          toolCallId: call.id,
          toolName: call.function.name,
          input: inputOf(call.function.arguments),
        })),
      ],
    }
  }
  return { role, content: role === 'user' && Array.isArray(content) ? content.map(modelPartOf) : textOf(content) }
}

/** Only user messages have other parts than text. */
function textOf(content: RequestMessage['content']): string {
  if (!Array.isArray(content)) return content ?? ''
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function modelPartOf(part: RequestPart) {
  switch (part.type) {
    case 'image_url':
      return { type: 'image', image: part.image_url.url }
    case 'file': {
      const { filename, file_data: data } = part.file
      return { type: 'file', data, mediaType: mediaTypeOf(data) ?? 'application/pdf', filename }
    }
    case 'input_audio': {
      const { data, format } = part.input_audio
      return { type: 'file', data, mediaType: format === 'mp3' ? 'audio/mpeg' : `audio/${format}` }
    }
    case 'text':
      return part
  }
}

function calledName(messages: readonly RequestMessage[], id: string | undefined): string {
  const calls = messages.flatMap(({ tool_calls: each }) => each ?? [])
  return calls.find((call) => call.id === id)?.function.name ?? 'unknown'
}

function inputOf(json: string): unknown {
  const input = parseJson(json)
  return isRecord(input) && isShallow(input, 64) ? input : {}
}
