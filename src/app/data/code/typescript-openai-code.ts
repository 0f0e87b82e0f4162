import { joinMembers } from '#contract/raw-json.ts'
import { keyVariable, membersOf, type CodeRequest } from './code-request.ts'
import { javascriptLiteral, stringLiteral } from './literal.ts'
import { openaiFields } from './openai-fields.ts'

/** A request as a TypeScript module with the openai package. */
export function typescriptOpenaiCode(request: CodeRequest): string {
  const fields = [...membersOf(request)]
  const known = fields.filter(([name]) => openaiFields.has(name))
  const others = fields.filter(([name]) => !openaiFields.has(name))
  const lines = known.map(([name, value]) => `${name}: ${javascriptLiteral(value, 2)}`)
  // Spread, since the package's types refuse a field by a name that they don't know.
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
