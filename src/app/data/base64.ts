/** Bytes that are turned into characters at once: more arguments would exceed the stack of some browsers. */
const pieceSize = 32_768

/** Bytes as base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += pieceSize)
    pieces.push(String.fromCodePoint(...bytes.subarray(at, at + pieceSize)))
  return btoa(pieces.join(''))
}

/** The bytes of a base64 text; undefined if it is invalid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.codePointAt(at) ?? 0
  return bytes
}
