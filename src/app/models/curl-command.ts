/** The variable in which the command expects the caller's key: a key in a command would stay in the shell's history. */
export const keyVariable = 'PARLEY_KEY'

/** A command for a POSIX shell that asks a model something. `origin` is the service's, without a slash at the end. */
export function curlCommand(origin: string, model: string): string {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Good morning' }] }, null, 2)
  return [
    `curl ${quoted(`${origin}/v1/chat/completions`)} \\`,
    `  -H "Authorization: Bearer $${keyVariable}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(body)}`,
  ].join('\n')
}

/** As one word that the shell takes as it stands: only a single quote ends what a single quote began. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
