import { joinMembers } from '#contract/raw-json.ts'
import { type CodeRequest, keyVariable, membersOf, visibleText } from './literal.ts'

/** Linux limits a single argument to 128 KiB; longer bodies are read from a here-document. */
const longestArgument = 100_000

/** A request as a command for a POSIX shell. It contains attached files; see `curlFilesCode`. */
export function curlCode(request: CodeRequest): string {
  const body = visibleText(joinMembers(membersOf(request)))
  const isLong = new TextEncoder().encode(body).length > longestArgument
  // Quoted, so that the shell expands nothing in it. A line of JSON never equals the delimiter.
  return curlCommand(request, isLong ? `--data-binary @- <<'JSON'\n${body}\nJSON` : `--data-raw ${shellQuote(body)}`)
}

/** The command that sends a request whose body is given as an argument. */
export function curlCommand({ baseUrl, stream }: CodeRequest, body: string): string {
  const lines = [
    `curl ${shellQuote(`${baseUrl}/chat/completions`)}`,
    `-H "Authorization: Bearer $${keyVariable}"`,
    `-H 'Content-Type: application/json'`,
    ...(stream ? ['--no-buffer'] : []),
    body,
  ]
  return `${lines.join(' \\\n  ')}\n`
}

/** A text as one word of a POSIX shell. Within single quotes only the single quote is special. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
