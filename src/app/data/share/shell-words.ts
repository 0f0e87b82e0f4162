/** The words of a POSIX shell command, with quotes and escapes resolved; undefined where a quote is never closed. */
export function shellWords(command: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < command.length) {
    const char = command.charAt(at)
    if (/\s/u.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
      continue
    }
    const piece = readPiece(command, at)
    if (!piece) return undefined
    // A backslash before the end of a line joins two lines, and is no word by itself.
    if (piece.text !== null) word = (word ?? '') + piece.text
    at = piece.end
  }
  return word === undefined ? words : [...words, word]
}

interface Piece {
  text: string | null
  end: number
}

function readPiece(command: string, at: number): Piece | undefined {
  const char = command.charAt(at)
  if (char === "'") {
    const end = command.indexOf("'", at + 1)
    return end < 0 ? undefined : { text: command.slice(at + 1, end), end: end + 1 }
  }
  if (char === '"') return readQuoted(command, at + 1, '"', (next) => (/["\\$`]/u.test(next) ? next : `\\${next}`))
  if (char === '$' && command.charAt(at + 1) === "'")
    return readQuoted(command, at + 2, "'", (next) => ansi[next] ?? `\\${next}`)
  if (char !== '\\') return { text: char, end: at + 1 }
  const line = /^\r?\n/u.exec(command.slice(at + 1))
  return line ? { text: null, end: at + 1 + line[0].length } : { text: command.charAt(at + 1), end: at + 2 }
}

function readQuoted(
  command: string,
  from: number,
  quote: string,
  unescape: (next: string) => string,
): Piece | undefined {
  let text = ''
  for (let at = from; at < command.length; at++) {
    const char = command.charAt(at)
    if (char === quote) return { text, end: at + 1 }
    if (char !== '\\') {
      text += char
      continue
    }
    at += 1
    const next = command.charAt(at)
    const code = quote === "'" && next === 'u' ? /^[\da-f]{4}/iu.exec(command.slice(at + 1))?.[0] : undefined
    if (code !== undefined) at += code.length
    if (next !== '\n') text += code === undefined ? unescape(next) : String.fromCharCode(Number.parseInt(code, 16))
  }
  return undefined
}

/** What a backslash means within `$'…'`, which browsers use when they copy a request as curl. */
const ansi: Record<string, string> = { n: '\n', r: '\r', t: '\t', "'": "'", '"': '"', '\\': '\\', '!': '!' }
