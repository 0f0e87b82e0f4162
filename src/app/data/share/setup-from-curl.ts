import { readBaseUrl } from '#app/data/base-url.ts'
import { setupFromRequest } from './setup-from-request.ts'
import { shellWords } from './shell-words.ts'
import type { SharedSetup } from './shared-setup.ts'

const dataOptions = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'])

/**
 * The setup in a curl command that asks for a chat; undefined where there is none. Headers are left behind, the key with
 * them. `own` is the origin of this page's service, whose models need no connection.
 */
export function setupFromCurl(command: string, own: string): SharedSetup | undefined {
  const { text, here } = withoutHereDocument(command.trim().replace(/^\$\s+/u, ''))
  const words = shellWords(text)
  if (words?.[0] !== 'curl') return undefined
  let data = here
  let address: string | undefined
  for (const [at, word] of words.entries()) {
    const [name = '', joined] = word.startsWith('--') ? word.split(/=(.*)/su) : [word]
    if (dataOptions.has(name)) {
      const value = joined ?? words[at + 1] ?? ''
      if (!value.startsWith('@')) data = value
    } else if (/^https?:\/\//u.test(word) && word.includes('/chat/completions')) address = word
  }
  const setup = setupFromRequest(data ?? '')
  const reading = address === undefined ? undefined : readBaseUrl(address)
  if (!setup || reading?.baseUrl === undefined) return undefined
  if (new URL(reading.baseUrl).origin === own) return setup
  return { ...setup, panes: setup.panes.map((pane) => ({ ...pane, baseUrl: reading.baseUrl })) }
}

/** A command whose data stands below it (`<<'WORD'` … `WORD`), apart from that data. */
function withoutHereDocument(command: string): { text: string; here: string | undefined } {
  const found = /^(.*?)<<-?\s*(['"]?)(\w+)\2[^\n]*\n(.*?)\n\3\s*$/su.exec(command)
  return found ? { text: found[1] ?? '', here: found[4] } : { text: command, here: undefined }
}
