const codes = Array.from('0123456789abcdefghijklmnopqrstuvwxyz', (letter) => letter.charCodeAt(0))
const length = 24

/** Random bytes for many ids are generated at once: each call costs ten times as much as the rest of an id. */
const bytes = new Uint8Array(length * 64)
const decoder = new TextDecoder()
let letters = ''
let used = 0

/** The prefix and 24 random letters and digits. Unlike `crypto.randomUUID`, works without a secure context. */
export function randomId(prefix: string): string {
  if (used === letters.length) {
    letters = generateLetters()
    used = 0
  }
  used += length
  return prefix + letters.slice(used - length, used)
}

function generateLetters(): string {
  crypto.getRandomValues(bytes)
  // 36 doesn't divide 256; the slight bias is harmless at 120 bits.
  for (let index = 0; index < bytes.length; index++) bytes[index] = codes[(bytes[index] ?? 0) % codes.length] ?? 0
  return decoder.decode(bytes)
}
