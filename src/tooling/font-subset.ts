import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The `unicode-range` of the Latin file in Inter's style sheet. */
const latinRanges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2000, 0x206f],
] as const
const latinOthers = 'ıŒœʻʼˆ˚˜\u0304\u0308\u0329€™↑↓−∕\uFFFD'

const latin =
  latinRanges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => first + place))
    .map((code) => String.fromCodePoint(code))
    .join('') + latinOthers

/**
 * What Inter's Latin file lacks of our own text and of what models write most. `unicode-range` in tokens.css repeats it.
 */
export const symbols = '←→⇧∞≈≠≤≥⌘✓✗'

const weights = { min: 400, max: 700 }

interface FontFile {
  path: string
  /** The address of the whole font. */
  source: string
  characters: string
  variationAxes: Record<string, { min: number; max: number }>
}

/** The files that the page uses for Inter, limited to the weights and characters it needs: two fifths fewer bytes. */
export const fonts: readonly FontFile[] = [
  {
    path: fileURLToPath(new URL('../app/ui/fonts/inter-latin.woff2', import.meta.url)),
    source: import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    characters: latin,
    variationAxes: { wght: weights },
  },
  {
    path: fileURLToPath(new URL('../app/ui/fonts/inter-symbols.woff2', import.meta.url)),
    source: import.meta.resolve('inter-ui/variable/InterVariable.woff2'),
    characters: symbols,
    // The optical size of the other file.
    variationAxes: { wght: weights, opsz: { min: 14, max: 14 } },
  },
]

/** Makes one of the files (woff2). */
export async function makeFont({ source, characters, variationAxes }: FontFile): Promise<Buffer> {
  const whole = await readFile(fileURLToPath(source))
  return subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes })
}

// `npm run font:refresh`. Only when run directly: tests import this file.
if (process.argv[1] === import.meta.filename) {
  for (const font of fonts) await writeFile(font.path, await makeFont(font))
}
