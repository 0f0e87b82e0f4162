const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const length = 24

/** Randomness for many ids is drawn at once, because each drawing costs as much as the rest of an id ten times over. */
const drawn = new Uint8Array(length * 64)
let used = drawn.length

/** An id that nobody can guess: the prefix and 24 random letters and digits. Works in pages without a secure context. */
export function randomId(prefix: string): string {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn)
    used = 0
  }
  let id = prefix
  // 36 does not divide 256; the slight preference for the first letters does no harm at 120 bits.
  for (const end = used + length; used < end; used++) id += alphabet[(drawn[used] ?? 0) % alphabet.length]
  return id
}
