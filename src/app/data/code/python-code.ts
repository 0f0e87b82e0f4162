import { joinMembers } from '#contract/raw-json.ts'
import { keyVariable, membersOf, type CodeRequest } from './code-request.ts'
import { openaiFields } from './openai-fields.ts'
import { pythonLiteral, stringLiteral } from './literal.ts'

/** A request as a Python program with the openai package. */
export function pythonCode(request: CodeRequest): string {
  const fields = [...membersOf(request)]
  const extra = fields.filter(([name]) => !openaiFields.has(name))
  const args = fields
    .filter(([name]) => openaiFields.has(name))
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
