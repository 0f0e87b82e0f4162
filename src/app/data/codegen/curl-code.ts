import { joinMembers } from '#contract/raw-json.ts'
import { type CodeRequest, keyVariable, membersOf, visibleText } from './literal.ts'

/** Linux limits a single argument to 128 KiB; longer bodies are read from a here-document. */
const longestArgument = 100_000

/** A request as a command for a POSIX shell. */
export function curlCode(request: CodeRequest): string {
  const body = visibleText(joinMembers(membersOf(request)))
  const isLong = new TextEncoder().encode(body).length > longestArgument
  const lines = [
    `curl ${shellQuote(`${request.baseUrl}/chat/completions`)}`,
    `-H "Authorization: Bearer $${keyVariable}"`,
    `-H 'Content-Type: application/json'`,
    ...(request.stream ? ['--no-buffer'] : []),
    // Quoted, so that the shell expands nothing in it. A line of JSON never equals the delimiter.
    isLong ? `--data-binary @- <<'JSON'\n${body}\nJSON` : `--data-raw ${shellQuote(body)}`,
  ]
  return `${lines.join(' \\\n  ')}\n`
}

/** A text as one word of a POSIX shell. Within single quotes only the single quote is special. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
