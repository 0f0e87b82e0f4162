import type { RequestMessage } from '#app/data/calls/chat-stream.ts'
import { isRecord, isShallow, parseJson } from '#contract/json.ts'
import { type Parameter, parameters } from '#contract/parameters.ts'
import { joinMembers } from '#contract/raw-json.ts'
import { type CodeRequest, javascriptLiteral, keyVariable, membersOf, pythonLiteral, stringLiteral } from './literal.ts'

const parametersByWireName = new Map(Object.values<Parameter>(parameters).map((each) => [each.wireName, each]))

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

function isOpenaiField(name: string): boolean {
  return openaiFields.has(name) || parametersByWireName.get(name)?.sdk?.openai === true
}

/** A request as a Python program with the openai package. */
export function pythonCode(request: CodeRequest): string {
  const fields = [...membersOf(request)]
  const extra = fields.filter(([name]) => !isOpenaiField(name))
  const args = fields
    .filter(([name]) => isOpenaiField(name))
    .map(([name, value]) => `${name}=${pythonLiteral(value, 4)}`)
  if (extra.length > 0) args.push(`extra_body=${pythonLiteral(joinMembers(extra), 4)}`)
  return `import os

from openai import OpenAI

client = OpenAI(
    base_url=${stringLiteral(request.baseUrl)},
    api_key=os.environ["${keyVariable}"],
)

${request.stream ? 'stream' : 'completion'} = client.chat.completions.create(
${args.map((arg) => `    ${arg},\n`).join('')})
${
  request.stream
    ? `for chunk in stream:
    if chunk.choices and chunk.choices[0].delta.content:
        print(chunk.choices[0].delta.content, end="", flush=True)
print()`
    : 'print(completion.choices[0].message.content)'
}
`
}

/** A request as a TypeScript module with the openai package. */
export function typescriptOpenaiCode(request: CodeRequest): string {
  const fields = [...membersOf(request)]
  const known = fields.filter(([name]) => isOpenaiField(name))
  const others = fields.filter(([name]) => !isOpenaiField(name))
  const lines = known.map(([name, value]) => `${name}: ${javascriptLiteral(value, 2)}`)
  // Spread, since the package's types refuse fields that they don't know.
  if (others.length > 0) lines.push(`...${javascriptLiteral(joinMembers(others), 2)}`)
  const body = `{\n${lines.map((line) => `  ${line},\n`).join('')}}`
  return `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: ${stringLiteral(request.baseUrl)},
  apiKey: process.env.${keyVariable},
})

${
  request.stream
    ? `const stream = await client.chat.completions.create(${body})

for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '')
}
console.log()`
    : `const completion = await client.chat.completions.create(${body})

console.log(completion.choices[0]?.message.content)`
}
`
}

/** What the ai package calls a field; undefined if it can only be passed through its provider options. */
function aiName(wireName: string, json: string): string | undefined {
  const parameter = parametersByWireName.get(wireName)
  // "Other fields" may hold what the interface allows besides a list, such as a single stop sequence.
  return parameter?.kind === 'list' && !json.startsWith('[') ? undefined : parameter?.sdk?.ai
}

/** A request as a TypeScript module with the ai package and its provider for this interface. */
export function typescriptAiCode(request: CodeRequest): string {
  const { baseUrl, body, stream } = request
  const fields = [...membersOf({ ...request, stream: false })].filter(
    ([name]) => name !== 'model' && name !== 'messages',
  )
  const options = fields.flatMap(([name, json]) => {
    const known = aiName(name, json)
    return known === undefined ? [] : [`${known}: ${javascriptLiteral(json, 2)}`]
  })
  const extra = fields.filter(([name, json]) => aiName(name, json) === undefined)
  const lines = [
    `model: provider(${stringLiteral(body.model)})`,
    `messages: ${javascriptLiteral(JSON.stringify(body.messages.map(modelMessageOf)), 2)}`,
    ...options,
    ...(extra.length > 0 ? [`providerOptions: ${javascriptLiteral(`{"parley":${joinMembers(extra)}}`, 2)}`] : []),
    // Without it the package logs errors to the console and ends the text as if it were complete.
    ...(stream ? ['onError: () => {}'] : []),
  ]
  const call = `{\n${lines.map((line) => `  ${line},\n`).join('')}}`
  return `import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ${stream ? 'streamText' : 'generateText'} } from 'ai'

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

/** The package has its own format for tool calls. */
function modelMessageOf({ role, content, tool_calls: calls }: RequestMessage) {
  if (!calls) return { role, content }
  return {
    role,
    content: [
      ...(content === null || content === '' ? [] : [{ type: 'text', text: content }]),
      ...calls.map((call) => ({
        type: 'tool-call',
        toolCallId: call.id,
        toolName: call.function.name,
        input: inputOf(call.function.arguments),
      })),
    ],
  }
}

function inputOf(json: string): unknown {
  const input = parseJson(json)
  return isRecord(input) && isShallow(input, 64) ? input : {}
}

/** A request as a module that uses only `fetch`. It is valid JavaScript and strict TypeScript. */
export function fetchCode(request: CodeRequest): string {
  return `const response = await fetch(${stringLiteral(`${request.baseUrl}/chat/completions`)}, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.${keyVariable}}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${javascriptLiteral(joinMembers(membersOf(request)), 2)}),
})
if (!response.ok${request.stream ? ' || response.body === null' : ''}) throw new Error(await response.text())

${request.stream ? reading : whole}
`
}

const reading = String.raw`let rest = ''
for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + piece).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
    const { choices, error } = JSON.parse(line.slice(6))
    if (error) throw new Error(error.message)
    process.stdout.write(choices[0]?.delta.content ?? '')
  }
}
console.log()`

// Type libraries disagree on `json()`: unknown in some, any in others. `JSON.parse` returns any in all of them.
const whole = `const completion = JSON.parse(await response.text())
console.log(completion.choices[0].message.content)`
