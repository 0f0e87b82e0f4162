import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fonts, makeFont, symbols } from './font-subset.ts'

test.each(fonts)('makes the committed $path', async (font) => {
  const kept = readFileSync(font.path)
  // A boolean, so that a failure doesn't print 30,000 bytes.
  expect(kept.equals(await makeFont(font)), 'run “npm run font:refresh”').toBe(true)
})

test('is used for each of the symbols', () => {
  const ranges = [...readFileSync('src/app/ui/tokens.css', 'utf8').matchAll(/U\+([0-9A-F]{4})/gu)]
  expect(ranges.map(([, code = '']) => String.fromCodePoint(Number.parseInt(code, 16))).join('')).toBe(symbols)
})

test('stays small', () => {
  const bytes = fonts.map(({ path }) => readFileSync(path).length)
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(35_000)
})

test('has every character of the page’s own text, so that no other font is searched for it', () => {
  const known = new Set(fonts.flatMap(({ characters }) => Array.from(characters)))
  const files = readdirSync('src/app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:tsx?|css)$/u.test(file) && !file.includes('.test'),
  )
  expect(files.length).toBeGreaterThan(200)
  const missing = files.flatMap((file) =>
    Array.from(readFileSync(`src/app/${file}`, 'utf8'))
      .filter((letter) => letter !== '\n' && !known.has(letter))
      .map((letter) => `${letter} in ${file}`),
  )
  expect(missing).toEqual([])
})
