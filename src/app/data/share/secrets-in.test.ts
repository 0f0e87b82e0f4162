import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySetup } from './any-setup.test-support.ts'
import { containsSecret } from './secrets-in.ts'
import { type SharedSetup, writeSetup } from './shared-setup.ts'

const key = 'parley-planted-key-0123456789'

describe('a key in a setup', () => {
  it('is found in any text', () => {
    const places: ((setup: SharedSetup, text: string) => SharedSetup)[] = [
      (setup, text) => ({ ...setup, draft: text }),
      ...(['system', 'model', 'extraBody'] as const).map((field) => (setup: SharedSetup, text: string) => ({
        ...setup,
        panes: setup.panes.map((pane) => ({ ...pane, [field]: text })),
      })),
      (setup, text) => ({
        ...setup,
        panes: setup.panes.map((pane) => ({ ...pane, messages: [{ role: 'user' as const, text }] })),
      }),
    ]
    fc.assert(
      fc.property(anySetup, fc.constantFrom(...places), fc.string(), fc.string(), (setup, put, before, after) => {
        expect(containsSecret(writeSetup(setup), [key])).toBe(false)
        expect(containsSecret(writeSetup(put(setup, before + key + after)), ['another-key', key])).toBe(true)
      }),
    )
  })

  it('is ignored if it is as short as a word', () => {
    const setup = { panes: [{ model: 'a/b', system: 'a', parameters: {}, extraBody: '', messages: [] }], draft: 'test' }
    expect(containsSecret(writeSetup(setup), ['test', ''])).toBe(false)
  })
})
