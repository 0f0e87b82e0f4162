import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileTypeOf } from './file-type.ts'
import { bytesOf, pngStart } from './test-images.test-support.ts'

const text = (value: string) => new TextEncoder().encode(value)
const frame = 'ffc0 0011 08 0030 0040 03 012200 021101 031101'
/** Exif data with one entry: the orientation. `49492a00` is little-endian, `4d4d002a` big-endian. */
const little = 'ffe1 0022 457869660000 49492a00 08000000 0100 1201 0300 01000000 06000000 00000000'
const big = 'ffe1 0022 457869660000 4d4d002a 00000008 0001 0112 0003 00000001 00030000 00000000'

test.each([
  ['PNG', pngStart(40, 30), { kind: 'image', type: 'image/png', width: 40, height: 30 }],
  ['JPEG', bytesOf(`ffd8 ffe0 0004 0000 ${frame}`), { kind: 'image', type: 'image/jpeg', width: 64, height: 48 }],
  ['a turned JPEG', bytesOf(`ffd8 ${little} ${frame}`), { kind: 'image', type: 'image/jpeg', width: 48, height: 64 }],
  ['an upright JPEG', bytesOf(`ffd8 ${big} ${frame}`), { kind: 'image', type: 'image/jpeg', width: 64, height: 48 }],
  ['GIF', bytesOf('474946383961 0a00 0500 000000'), { kind: 'image', type: 'image/gif', width: 10, height: 5 }],
  [
    'lossy WebP',
    bytesOf('52494646 00000000 57454250 56503820 00000000 000000 9d012a 0a00 0540'),
    { kind: 'image', type: 'image/webp', width: 10, height: 5 },
  ],
  [
    'lossless WebP',
    bytesOf('52494646 00000000 57454250 5650384c 00000000 2f 09000100 00'),
    { kind: 'image', type: 'image/webp', width: 10, height: 5 },
  ],
  [
    'extended WebP',
    bytesOf('52494646 00000000 57454250 56503858 0a000000 00000000 090000 040000'),
    { kind: 'image', type: 'image/webp', width: 10, height: 5 },
  ],
  ['WAV', bytesOf('52494646 00000000 57415645 666d7420'), { kind: 'audio', type: 'audio/wav' }],
  ['MP3 with tags', text('ID3\u0004'), { kind: 'audio', type: 'audio/mpeg' }],
  ['MP3', bytesOf('fffb 9064 0000'), { kind: 'audio', type: 'audio/mpeg' }],
  ['PDF', text('%PDF-1.7\n'), { kind: 'pdf', type: 'application/pdf' }],
  ['text', text('Grüße, 日本'), { kind: 'text', type: 'text/plain' }],
  ['SVG as text', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), { kind: 'text', type: 'text/plain' }],
  ['HTML as text', text('<!doctype html><script>1</script>'), { kind: 'text', type: 'text/plain' }],
  ['a program', bytesOf('4d5a 9000 0300 0000'), undefined],
  ['text in another encoding', bytesOf('4772 fc df 65'), undefined],
  ['an image of billions of pixels', pngStart(100_000, 100_000), 'too-many-pixels'],
  ['an image without pixels', pngStart(0, 10), 'damaged'],
  ['a cut image', pngStart(40, 30).slice(0, 20), 'damaged'],
  ['a JPEG without a frame', bytesOf('ffd8 ffe0 0004 0000 ffe0 0004 0000'), 'damaged'],
] as const)('recognises %s by its bytes', (_, bytes, expected) => {
  expect(fileTypeOf(bytes)).toEqual(expected)
})

test('any bytes after any signature give an answer', () => {
  const starts = ['89504e470d0a1a0a', 'ffd8ff', '474946383961', '52494646000000005745425056503858', 'ffd8ffe1', '']
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      const type = fileTypeOf(new Uint8Array([...bytesOf(start), ...rest]))
      const isImage = typeof type === 'object' && type.kind === 'image'
      expect(!isImage || ((type.width ?? 0) > 0 && (type.width ?? 0) * (type.height ?? 0) <= 100_000_000)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
