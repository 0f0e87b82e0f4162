import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const bytesPerPixel = 3

/**
 * A picture of the screen, as Chromium takes it (8-bit RGB, no interlacing), with 256 of its colours: the most
 * frequent, and those that are least like them. The others, edges of letters mostly, become the nearest of these. It is
 * less than half as large; the layout is that of the PNG specification, third edition.
 */
export function shrinkPng(png: Buffer): Buffer {
  const header = Buffer.from(chunksOf(png, 'IHDR'))
  if (header.readUInt16BE(8) !== 0x0802) throw new Error('This is not an 8-bit RGB picture.')
  const width = header.readUInt32BE(0)
  const pixels = unfilter(inflateSync(chunksOf(png, 'IDAT')), width * bytesPerPixel)
  const { palette, indexOf } = paletteOf(pixels)
  const height = header.readUInt32BE(4)
  // Each line begins with its filter; palettes pack best with none.
  const lines = Buffer.alloc(height * (width + 1))
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    lines[pixel + Math.floor(pixel / width) + 1] = indexOf(pixels.readUIntBE(pixel * bytesPerPixel, 3))
  }
  header[9] = 3
  const parts = [
    ['IHDR', header],
    ['PLTE', palette],
    ['IDAT', deflateSync(lines, { level: 9, memLevel: 9 })],
    ['IEND', Buffer.alloc(0)],
  ] as const
  return Buffer.concat([signature, ...parts.map(([name, data]) => chunk(name, data))])
}

/** The data of all chunks of a name, in their order. */
function chunksOf(png: Buffer, name: string): Buffer {
  const found: Buffer[] = []
  for (let at = signature.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === name) found.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return Buffer.concat(found)
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Undoes the filter of each line. */
function unfilter(filtered: Buffer, stride: number): Buffer {
  const pixels = Buffer.alloc(filtered.length - filtered.length / (stride + 1))
  for (let at = 0; at < pixels.length; at += 1) {
    const [line, column] = [Math.floor(at / stride), at % stride]
    const left = column < bytesPerPixel ? 0 : (pixels[at - bytesPerPixel] ?? 0)
    const above = pixels[at - stride] ?? 0
    const corner = column < bytesPerPixel ? 0 : (pixels[at - stride - bytesPerPixel] ?? 0)
    const guesses = [0, left, above, Math.floor((left + above) / 2), paeth(left, above, corner)]
    const guess = guesses[filtered[line * (stride + 1)] ?? 0] ?? 0
    pixels[at] = ((filtered[at + line + 1] ?? 0) + guess) % 256
  }
  return pixels
}

function paeth(left: number, above: number, corner: number): number {
  const off = (value: number) => Math.abs(left + above - corner - value)
  if (off(left) <= off(above) && off(left) <= off(corner)) return left
  return off(above) <= off(corner) ? above : corner
}

function paletteOf(pixels: Buffer) {
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += bytesPerPixel) {
    const colour = pixels.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a).map(([colour]) => colour)
  const kept = byCount.slice(0, 160)
  const rest = byCount.slice(160).map((colour) => ({ colour, off: distance(colour, kept[nearest(kept, colour)] ?? 0) }))
  while (kept.length < 256 && rest.length > 0) {
    const furthest = rest.reduce((found, each) => (each.off > found.off ? each : found))
    kept.push(furthest.colour)
    for (const each of rest) each.off = Math.min(each.off, distance(each.colour, furthest.colour))
  }
  const indexes = new Map(kept.map((colour, index) => [colour, index]))
  const palette = Buffer.alloc(kept.length * 3)
  for (const [index, colour] of kept.entries()) palette.writeUIntBE(colour, index * 3, 3)
  const indexOf = (colour: number) => {
    const known = indexes.get(colour) ?? nearest(kept, colour)
    indexes.set(colour, known)
    return known
  }
  return { palette, indexOf }
}

function nearest(kept: readonly number[], colour: number): number {
  let best = 0
  for (const [index, each] of kept.entries()) {
    if (distance(each, colour) < distance(kept[best] ?? 0, colour)) best = index
  }
  return best
}

function distance(a: number, b: number): number {
  const off = (shift: number) => ((a >> shift) % 256) - ((b >> shift) % 256)
  return off(16) ** 2 + off(8) ** 2 + off(0) ** 2
}
