import { bodyOf, keyVariable, type CodeRequest } from './code-request.ts'
import { javascriptLiteral, stringLiteral } from './literal.ts'

/** A request as a TypeScript module with the openai package. */
export function typescriptOpenaiCode(request: CodeRequest): string {
  const body = javascriptLiteral(bodyOf(request), 0)
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
