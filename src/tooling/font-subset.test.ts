import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lighterFontPath, makeLighterFont } from './font-subset.ts'

test('the font in the page is what the script makes of the installed one', async () => {
  const kept = readFileSync(lighterFontPath)
  // Said so, or thirty thousand bytes would be printed.
  expect(kept.equals(await makeLighterFont()), 'run “npm run font:refresh”').toBe(true)
  expect(kept.length).toBeLessThan(32_000)
})
