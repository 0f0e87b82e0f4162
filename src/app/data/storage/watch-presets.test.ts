import { afterEach, expect, test, vi } from 'vitest'
import { emptySetup } from '#app/data/setup.ts'
import { storedTexts } from './browser-storage.test-support.ts'

afterEach(() => void vi.unstubAllGlobals())

test('presets saved in another tab appear once they are watched', async () => {
  const device = storedTexts()
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  // Its store reads the storage when it is loaded.
  vi.resetModules()
  const { createPresets, presets, watchPresets } = await import('./presets.ts')
  createPresets(device)
    .getState()
    .save({ ...emptySetup, name: 'Elsewhere' })
  watchPresets()()
  expect(presets.getState().presets.map(({ name }) => name)).toEqual(['Elsewhere'])
})
