import { messyList } from '#app/data/calls/test-engines.test-support.ts'
import { startListingEngine } from './listing-engine.ts'
import { startParley, test as base, type Parley } from './parley.ts'

/** Tests with a Parley whose engine lists `messyModels`. */
export const test = base.extend<object, { parley: Parley }>({
  parley: [
    async ({}, use) => {
      const engine = await startListingEngine(messyList)
      const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
      await use(parley)
      await parley.stop()
      await engine.stop()
    },
    { scope: 'worker' },
  ],
})
