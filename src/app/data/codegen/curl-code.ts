import { joinMembers } from '#contract/raw-json.ts'
import { type CodeFiles, fileComment, filesOf } from './code-files.ts'
import { type CodeRequest, keyVariable, membersOf, visibleText } from './literal.ts'

/** Linux limits a single argument to 128 KiB; longer bodies are read from a here-document. */
const longestArgument = 100_000

/** A request as a command for a POSIX shell. */
export function curlCode(request: CodeRequest): string {
  const command = (...body: string[]) =>
    [
      `curl ${shellQuote(`${request.baseUrl}/chat/completions`)}`,
      `-H "Authorization: Bearer $${keyVariable}"`,
      `-H 'Content-Type: application/json'`,
      ...(request.stream ? ['--no-buffer'] : []),
      ...body,
    ].join(' \\\n  ')
  const files = filesOf(request)
  if (files.size > 0) {
    return `${fileComment(files, '#')}{\n${writeBody(request, files)}} | ${command('--data-binary @-')}\n`
  }
  const body = visibleText(joinMembers(membersOf(request)))
  const isLong = new TextEncoder().encode(body).length > longestArgument
  // Quoted, so that the shell expands nothing in it. A line of JSON never equals the delimiter.
  return `${command(isLong ? `--data-binary @- <<'JSON'\n${body}\nJSON` : `--data-raw ${shellQuote(body)}`)}\n`
}

/** Commands that print the body, with the base64 of the files in their places. */
function writeBody(request: CodeRequest, files: CodeFiles): string {
  let body = joinMembers(membersOf(request))
  const names = [...files.values()].map(({ name }) => name)
  for (const [at, [data, { head }]] of [...files].entries()) {
    // JSON text contains no such character, so what it surrounds is found again.
    body = body.replaceAll(JSON.stringify(data), () => `"${head}\u0000${at}\u0000"`)
  }
  return visibleText(body)
    .split('\u0000')
    .map((piece, at) =>
      at % 2 === 0
        ? `  printf %s ${shellQuote(piece)}\n`
        : `  base64 < ${shellQuote(names[Number(piece)] ?? '')} | tr -d '\\n'\n`,
    )
    .join('')
}

/** A text as one word of a POSIX shell. Within single quotes only the single quote is special. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
