import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lighterFontPath, makeLighterFont } from './font-subset.ts'

test('matches the committed font', async () => {
  const kept = readFileSync(lighterFontPath)
  // A boolean, so that a failure doesn't print 30,000 bytes.
  expect(kept.equals(await makeLighterFont()), 'run “npm run font:refresh”').toBe(true)
  expect(kept.length).toBeLessThan(32_000)
})
