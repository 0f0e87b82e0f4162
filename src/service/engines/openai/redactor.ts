type Bytes = Uint8Array<ArrayBuffer>

/** Replaces the secrets in one chunk of a text. At the end it is called once more, to get what it held back. */
export type Redactor = (chunk: Bytes, isEnd: boolean) => Bytes

/**
 * Hides our secrets in an answer that passes through. A secret may be split between chunks, so the end of a chunk is held
 * back while it could be the beginning of one.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  if (secrets.length === 0) return (chunk) => chunk
  // One character per byte, so that a cut character does no harm.
  const written = secrets.map((secret) => toBinary(new TextEncoder().encode(secret)))
  let held = ''
  return (chunk, isEnd) => {
    const text = held + toBinary(chunk)
    held = ''
    let shown = text
    for (const secret of written) shown = shown.replaceAll(secret, '(not shown)')
    if (!isEnd) {
      const kept = Math.max(...written.map((secret) => overlap(shown, secret)))
      if (kept > 0) {
        held = shown.slice(-kept)
        shown = shown.slice(0, -kept)
      }
    }
    return shown === text ? (text.length === chunk.length ? chunk : toBytes(text)) : toBytes(shown)
  }
}

/** How many characters at the end of the text are the beginning of the secret, but not all of it. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length
  }
  return 0
}

/** `String.fromCharCode` takes a limited number of arguments. */
const pieceLength = 8192

function toBinary(bytes: Bytes): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceLength) {
    text += String.fromCharCode(...bytes.subarray(at, at + pieceLength))
  }
  return text
}

function toBytes(binary: string): Bytes {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
