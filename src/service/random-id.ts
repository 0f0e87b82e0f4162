const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** An id that nobody can guess: the prefix and 24 random letters and digits. Works in pages without a secure context. */
export function randomId(prefix: string): string {
  let id = prefix
  // 36 does not divide 256; the slight preference for the first letters does no harm at 120 bits.
  for (const byte of crypto.getRandomValues(new Uint8Array(24))) id += alphabet[byte % alphabet.length]
  return id
}
