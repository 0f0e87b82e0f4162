const codes = Array.from('0123456789abcdefghijklmnopqrstuvwxyz', (letter) => letter.charCodeAt(0))
const length = 24

/** Letters for many ids are drawn at once, because each drawing costs as much as the rest of an id ten times over. */
const drawn = new Uint8Array(length * 64)
const decoder = new TextDecoder()
let letters = ''
let used = 0

/** An id that nobody can guess: the prefix and 24 random letters and digits. Works in pages without a secure context. */
export function randomId(prefix: string): string {
  if (used === letters.length) {
    letters = drawLetters()
    used = 0
  }
  used += length
  return prefix + letters.slice(used - length, used)
}

function drawLetters(): string {
  crypto.getRandomValues(drawn)
  // 36 does not divide 256; the slight preference for the first letters does no harm at 120 bits.
  for (let place = 0; place < drawn.length; place++) drawn[place] = codes[(drawn[place] ?? 0) % codes.length] ?? 0
  return decoder.decode(drawn)
}
