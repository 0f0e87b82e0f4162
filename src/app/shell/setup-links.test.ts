import { expect, it, vi } from 'vitest'
import { sharedSetups, withSetups } from './setup-links.ts'

vi.mock('#app/features/share/opened-setup.ts', () => Promise.reject(new TypeError('Failed to fetch')))

it('reports when the setup reader can’t load', async () => {
  const act = vi.fn<() => void>()
  await withSetups(() => undefined, act)
  expect(act).not.toHaveBeenCalled()
  expect(sharedSetups.getState().received).toBe(true)
})
