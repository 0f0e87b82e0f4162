import { isRecord, isShallow, parseJson } from '#contract/json.ts'
import { joinMembers } from '#contract/raw-json.ts'
import type { RequestMessage } from '#app/data/chat-stream.ts'
import { keyVariable, membersOf, type CodeRequest } from './code-request.ts'
import { javascriptLiteral, stringLiteral } from './literal.ts'

/** What the ai package calls the fields that it knows. Others go through its provider options, untouched. */
const names: Record<string, string> = {
  temperature: 'temperature',
  max_tokens: 'maxOutputTokens',
  top_p: 'topP',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  seed: 'seed',
  stop: 'stopSequences',
}

/** A request as a TypeScript module with the ai package and its provider for this interface. */
export function typescriptAiCode(request: CodeRequest): string {
  const { baseUrl, body, stream } = request
  const fields = [...membersOf({ ...request, stream: false })].filter(
    ([name]) => name !== 'model' && name !== 'messages',
  )
  const isNamed = ([name, json]: [string, string]) =>
    Object.hasOwn(names, name) && (name !== 'stop' || json.startsWith('['))
  const options = fields.filter(isNamed).map(([name, json]) => [names[name] ?? name, json] as const)
  const extra = fields.filter((field) => !isNamed(field))
  const lines = [
    `model: provider(${stringLiteral(body.model)})`,
    `messages: ${javascriptLiteral(JSON.stringify(body.messages.map(modelMessageOf)), 2)}`,
    ...options.map(([name, json]) => `${name}: ${javascriptLiteral(json, 2)}`),
    ...(extra.length > 0 ? [`providerOptions: ${javascriptLiteral(`{"parley":${joinMembers(extra)}}`, 2)}`] : []),
    // Without it the package writes errors to the console, and what reads the text takes them for its end.
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

/** The package has its own form for tool calls. */
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
