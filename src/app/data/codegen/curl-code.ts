import { joinMembers } from '#contract/raw-json.ts'
import { type CodeRequest, keyVariable, membersOf, visibleText } from './literal.ts'

/** Linux takes no single argument of 128 KiB or more; longer bodies are read from the text that follows. */
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
    // Quoted, so that nothing in it is expanded. A line of JSON is never the word that ends it.
    isLong ? `--data-binary @- <<'JSON'\n${body}\nJSON` : `--data-raw ${shellQuote(body)}`,
  ]
  return `${lines.join(' \\\n  ')}\n`
}

/** A text as one word of a POSIX shell. Within single quotes nothing but a single quote has a meaning. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
