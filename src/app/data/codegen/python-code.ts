import { joinMembers } from '#contract/raw-json.ts'
import { fileComment, filesOf } from './code-files.ts'
import { type CodeRequest, keyVariable, membersOf, pythonLiteral, stringLiteral } from './literal.ts'
import { isOpenaiField } from './openai-fields.ts'
import { pythonLoop, pythonStubs, toolFields, toolLoopOf, withElement } from './tool-loop.ts'

/** A request as a Python program with the openai package. */
export function pythonCode(request: CodeRequest): string {
  const { stream, baseUrl } = request
  const files = filesOf(request)
  const loop = toolLoopOf(request)
  const all = [...membersOf(request)]
  const ofTools = loop ? all.filter(([name]) => toolFields.has(name)) : []
  const fields = all.filter((each) => !ofTools.includes(each))
  const extra = fields.filter(([name]) => !isOpenaiField(name))
  const args = fields
    .filter(([name]) => isOpenaiField(name))
    .map(([name, value]) => {
      const written = pythonLiteral(value, 4, files)
      return `${name}=${loop && name === 'messages' ? withElement(written, '*rounds', { indent: 4, width: 4 }) : written}`
    })
  if (extra.length > 0) args.push(`extra_body=${pythonLiteral(joinMembers(extra), 4)}`)
  if (loop) args.push('**(tool_fields if round < max_rounds else {})')
  const call = `${stream ? 'stream' : 'completion'} = client.chat.completions.create(
${args.map((arg) => `    ${arg},\n`).join('')})`
  const once = `${call}\n${stream ? printStream : 'print(completion.choices[0].message.content)'}`
  const hasFiles = files.size > 0
  return `${loop ? 'import json\n' : ''}import os
${hasFiles ? 'from base64 import b64encode\nfrom pathlib import Path\n' : ''}
from openai import OpenAI

client = OpenAI(
    base_url=${stringLiteral(baseUrl)},
    api_key=os.environ["${keyVariable}"],
)

${hasFiles ? `\n${fileComment(files, '#')}${readFunction}\n\n` : ''}${
    loop
      ? `${hasFiles ? '' : '\n'}${pythonStubs(loop)}tool_fields = ${pythonLiteral(joinMembers(ofTools), 0)}\n
${pythonLoop(call, stream ? readStream : readWhole)}`
      : once
  }
`
}

const readFunction = `def read_base64(path):
    return b64encode(Path(path).read_bytes()).decode()
`

const printStream = `for chunk in stream:
    if chunk.choices and chunk.choices[0].delta.content:
        print(chunk.choices[0].delta.content, end="", flush=True)
print()`

const readWhole = `content = completion.choices[0].message.content
if content:
    print(content)
calls = [
    {
        "id": call.id,
        "type": "function",
        "function": {"name": call.function.name, "arguments": call.function.arguments},
    }
    for call in completion.choices[0].message.tool_calls or []
]`

const readStream = `content = ""
pieces = {}
for chunk in stream:
    if not chunk.choices:
        continue
    delta = chunk.choices[0].delta
    if delta.content:
        content += delta.content
        print(delta.content, end="", flush=True)
    for piece in delta.tool_calls or []:
        if piece.index not in pieces:
            function = {"name": piece.function.name, "arguments": ""}
            pieces[piece.index] = {"id": piece.id, "type": "function", "function": function}
        pieces[piece.index]["function"]["arguments"] += piece.function.arguments or ""
print()
calls = list(pieces.values())`
