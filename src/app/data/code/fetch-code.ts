import { joinMembers } from '#contract/raw-json.ts'
import { keyVariable, membersOf, type CodeRequest } from './code-request.ts'
import { javascriptLiteral, stringLiteral } from './literal.ts'

/** A request as a module, JavaScript and strict TypeScript alike, with nothing but the platform's own fetch. */
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

// Some libraries of types call what `json()` gives unknown, others any; what `JSON.parse` gives is any in all of them.
const whole = `const completion = JSON.parse(await response.text())
console.log(completion.choices[0].message.content)`
