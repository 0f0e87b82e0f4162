import { joinMembers } from '#contract/raw-json.ts'
import { fileComment, filesOf } from './code-files.ts'
import { curlCode, curlCommand, shellQuote } from './curl-code.ts'
import { type CodeRequest, membersOf, visibleText } from './literal.ts'

// Apart from curl-code.ts, which the model page loads for its short example.

/** A request as commands for a POSIX shell, which read the attached files from the current folder. */
export function curlFilesCode(request: CodeRequest): string {
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
