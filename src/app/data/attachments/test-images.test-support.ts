/** The bytes of hexadecimal text; spaces are ignored. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.replaceAll(' ', '').match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The start of a PNG image of this size; only the header is whole. */
export function pngStart(width: number, height: number): Uint8Array<ArrayBuffer> {
  const hex = (value: number) => value.toString(16).padStart(8, '0')
  return bytesOf(`89504e470d0a1a0a 0000000d 49484452 ${hex(width)} ${hex(height)} 0802000000 00000000`)
}
