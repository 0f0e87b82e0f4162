import { expect, it } from 'vitest'
import { goldenLinks } from './golden-links.test-support.ts'
import { readPayload } from './share-codec.ts'

it.each(goldenLinks)('a link that was once shared opens as it was: $what', async ({ fragment, setup }) => {
  expect(await readPayload(fragment.slice('s='.length))).toEqual(setup)
})
