import { expect, it } from 'vitest'
import { goldenLinks } from './golden-links.test-support.ts'
import { readPayload } from './share-codec.ts'

it.each(goldenLinks)('opens an old link unchanged: $what', async ({ fragment, setup }) => {
  expect(await readPayload(fragment.slice('s='.length))).toEqual(setup)
})
