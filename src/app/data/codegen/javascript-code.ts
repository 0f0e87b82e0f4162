import { joinMembers } from '#contract/raw-json.ts'
import { type CodeFiles, fileImport, filesOf } from './code-files.ts'
import {
  type CodeRequest,
  javascriptLiteral,
  javascriptName,
  keyVariable,
  membersOf,
  stringLiteral,
} from './literal.ts'
import { isOpenaiField } from './openai-fields.ts'
import { javascriptLoop, javascriptStubs, toolFields, toolLoopOf, withElement } from './tool-loop.ts'

/** A request as a TypeScript module with the openai package. */
export function typescriptOpenaiCode(request: CodeRequest): string {
  const files = filesOf(request)
  const loop = toolLoopOf(request)
  const fields = [...membersOf(request)]
  const known = fields.filter(([name]) => isOpenaiField(name))
  const others = fields.filter(([name]) => !isOpenaiField(name))
  const lines = bodyLines(known, files, { hasLoop: loop !== undefined, indent: 2 })
  // Spread, since the package's types refuse fields that they don't know.
  if (others.length > 0) lines.push(`...${javascriptLiteral(joinMembers(others), 2)}`)
  const name = request.stream ? 'stream' : 'completion'
  const call = `const ${name} = await client.chat.completions.create(${objectOf(lines, 2)})`
  const eachChunk = (perDelta: string) => `for await (const chunk of stream) {
  const delta = chunk.choices[0]?.delta
  process.stdout.write(delta?.content ?? '')
${perDelta.replaceAll(/^/gmu, '  ')}
}`
  const code = loop
    ? `${javascriptStubs(loop)}\n${javascriptLoop(call, request.stream ? eachChunk : wholeOfOpenai)}`
    : `${call}\n\n${request.stream ? streamOfOpenai : 'console.log(completion.choices[0]?.message.content)'}`
  return `${fileImport(files)}import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: ${stringLiteral(request.baseUrl)},
  apiKey: process.env.${keyVariable},
})

${code}
`
}

const streamOfOpenai = `for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '')
}
console.log()`

const wholeOfOpenai = `const message = completion.choices[0]?.message
if (message?.content) console.log(message.content)
const calls = (message?.tool_calls ?? []).filter((call) => call.type === 'function')`

/** A request as a module that uses only `fetch`. It is valid JavaScript and strict TypeScript. */
export function fetchCode(request: CodeRequest): string {
  const files = filesOf(request)
  const loop = toolLoopOf(request)
  const lines = bodyLines([...membersOf(request)], files, { hasLoop: loop !== undefined, indent: 4 })
  const call = `const response = await fetch(${stringLiteral(`${request.baseUrl}/chat/completions`)}, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.${keyVariable}}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${objectOf(lines, 4)}),
})
if (!response.ok${request.stream ? ' || response.body === null' : ''}) throw new Error(await response.text())`
  const once = `${call}\n\n${request.stream ? `${readFrames(printDelta)}\nconsole.log()` : whole}`
  const eachFrame = (perDelta: string) => readFrames(`const delta = choices[0]?.delta\n${printed}\n${perDelta}`)
  const head = fileImport(files)
  return `${head}${head === '' ? '' : '\n'}${
    loop ? `${javascriptStubs(loop)}\n${javascriptLoop(call, request.stream ? eachFrame : wholeOfFetch)}` : once
  }
`
}

const printDelta = "process.stdout.write(choices[0]?.delta.content ?? '')"
const printed = "process.stdout.write(delta?.content ?? '')"

/** Reads a stream and runs code for each of its frames, which has `choices`. */
function readFrames(perFrame: string): string {
  return String.raw`let rest = ''
for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + piece).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    if (!line.startsWith('data: ') || line === 'data: [DONE]') continue
    const { choices, error } = JSON.parse(line.slice(6))
    if (error) throw new Error(error.message)
${perFrame.replaceAll(/^/gmu, '    ')}
  }
}`
}

// Type libraries disagree on `json()`: unknown in some, any in others. `JSON.parse` returns any in all of them.
const whole = `const completion = JSON.parse(await response.text())
console.log(completion.choices[0].message.content)`

const wholeOfFetch = `const { message } = JSON.parse(await response.text()).choices[0]
if (message.content) console.log(message.content)
const calls = message.tool_calls ?? []`

/** The fields of a body. In a loop they contain its rounds, and the last request describes no tools. */
function bodyLines(
  fields: readonly (readonly [string, string])[],
  files: CodeFiles,
  { hasLoop, indent }: { hasLoop: boolean; indent: number },
): string[] {
  return fields.map(([name, value]) => {
    const written = javascriptLiteral(value, indent, files)
    const key = javascriptName(name)
    if (hasLoop && name === 'messages') return `${key}: ${withElement(written, '...rounds', { indent, width: 2 })}`
    return hasLoop && toolFields.has(name) ? `${key}: round < maxRounds ? ${written} : undefined` : `${key}: ${written}`
  })
}

function objectOf(lines: readonly string[], indent: number): string {
  return `{\n${lines.map((line) => `${' '.repeat(indent)}${line},\n`).join('')}${' '.repeat(indent - 2)}}`
}
