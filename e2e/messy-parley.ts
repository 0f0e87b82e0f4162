import { messyList } from '#app/data/calls/test-engines.test-support.ts'
import { startListingEngine } from './listing-engine.ts'
import { startParley, test as base, type Parley } from './parley.ts'

/** Tests with a Parley of their own whose engine lists `messyList`. */
export const test = base.extend<{ messyParley: Parley }>({
  messyParley: async ({}, use) => {
    const engine = await startListingEngine(messyList)
    const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
    await use(parley)
    await parley.stop()
    await engine.stop()
  },
})
