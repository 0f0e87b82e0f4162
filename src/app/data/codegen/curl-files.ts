import { joinMembers } from '#contract/raw-json.ts'
import { toolFields, toolLoopOf } from './tool-loop.ts'
import { fileComment, filesOf } from './code-files.ts'
import { curlCode, curlCommand, shellQuote } from './curl-code.ts'
import { type CodeRequest, membersOf, visibleText } from './literal.ts'

// Apart from curl-code.ts, which the model page loads for its short example.

/** A request as commands for a POSIX shell, which read the attached files from the current folder. */
export function curlFilesCode(request: CodeRequest): string {
  return toolComment(request) + filesCode(request)
}

/** One request is no loop, so it says what the next one contains. A shell that takes no comments must not stumble over it. */
function toolComment(request: CodeRequest): string {
  const loop = toolLoopOf(request)
  if (!loop) return ''
  return `# This sends one request. The reply may call a tool: its message has tool_calls.
# Then run each call yourself and send this request again with more at the end of messages:
# - the message of the reply, as it is
# - for each call, a message with the role tool, the id of the call as tool_call_id, and its result as content
${request.stream ? '# A streamed reply has its calls in pieces: join the arguments of those with the same index.\n' : ''}\
# Go on until a reply calls no tool. After ${loop.maxRounds} rounds, send it without ${[...toolFields].join(', ')}.
`
}

function filesCode(request: CodeRequest): string {
  const files = filesOf(request)
  if (files.size === 0) return curlCode(request)
  const names = [...files.values()].map(({ name }) => name)
  let body = joinMembers(membersOf(request))
  for (const [at, [data, { head }]] of [...files].entries()) {
    // JSON text contains no such character, so what it surrounds is found again.
    body = body.replaceAll(JSON.stringify(data), () => `"${head}\u0000${at}\u0000"`)
  }
  const commands = visibleText(body)
    .split('\u0000')
    .map((piece, at) =>
      at % 2 === 0
        ? `  printf %s ${shellQuote(piece)}\n`
        : `  base64 < ${shellQuote(names[Number(piece)] ?? '')} | tr -d '\\n'\n`,
    )
  return `${fileComment(files, '#')}{\n${commands.join('')}} | ${curlCommand(request, '--data-binary @-')}`
}
