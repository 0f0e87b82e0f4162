import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptySetup } from '#app/data/setup.ts'
import { createPresets, presetsKey } from './presets.ts'

const terse = { ...emptySetup, name: 'Terse', systemPrompt: 'Be brief.', parameters: { topP: 0.5 } }

function storageWith(text: string | null = null) {
  const kept = new Map(text === null ? [] : [[presetsKey, text]])
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const namesOf = (store: ReturnType<typeof createPresets>) => store.getState().presets.map(({ name }) => name)

const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

describe('presets', () => {
  it('survive a reload', () => {
    const storage = storageWith()
    createPresets(storage).getState().save(terse)
    const [kept] = createPresets(storage).getState().presets
    expect(kept).toMatchObject(terse)
  })

  it('are replaced in place by one with the same name', () => {
    const store = createPresets(storageWith())
    for (const name of ['Terse', 'Warm', ' terse ']) store.getState().save({ ...terse, name })
    expect(namesOf(store)).toEqual(['terse', 'Warm'])
  })

  it('can’t be renamed to an empty or existing name', () => {
    const store = createPresets(storageWith())
    for (const name of ['Terse', 'Warm']) store.getState().save({ ...terse, name })
    const id = store.getState().presets[0]?.id ?? ''
    const { rename } = store.getState()
    expect([rename(id, ' '), rename(id, 'WARM'), rename(id, 'Short')]).toEqual([false, false, true])
    expect(namesOf(store)).toEqual(['Short', 'Warm'])
  })

  it('of other tabs appear when the list is read again, and survive saving', () => {
    const storage = storageWith()
    const [here, there] = [createPresets(storage), createPresets(storage)]
    there.getState().save(terse)
    here.getState().reload()
    here.getState().save({ ...terse, name: 'Warm' })
    expect(namesOf(createPresets(storage))).toEqual(['Terse', 'Warm'])
  })

  it('that couldn’t be stored survive changes in another tab', () => {
    const store = createPresets({ ...storageWith(), setItem: refuse })
    store.getState().save(terse)
    store.getState().reload()
    expect(namesOf(store)).toEqual(['Terse'])
  })

  it('can be restored after removal', () => {
    const store = createPresets(storageWith())
    store.getState().save(terse)
    const before = store.getState().presets
    store.getState().remove(before[0]?.id ?? '')
    expect(namesOf(store)).toEqual([])
    store.getState().restore(before)
    expect(namesOf(store)).toEqual(['Terse'])
  })

  it('last until the page is closed if storage is unavailable, and say so', () => {
    const full = {
      ...storageWith(),
      setItem: () => {
        throw new Error('full')
      },
    }
    const store = createPresets(full)
    store.getState().save(terse)
    expect(namesOf(store)).toEqual(['Terse'])
    expect(store.getState().problem).toContain('storage')
  })

  it('are read from any stored data', () => {
    const odd = fc.record({ id: fc.anything(), name: fc.anything(), parameters: fc.anything() })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(odd).map((presets) => JSON.stringify({ presets })),
        ),
        (text) => {
          for (const { id, name } of createPresets(storageWith(text)).getState().presets) {
            expect(id).toBeTypeOf('string')
            expect(name.trim()).not.toBe('')
          }
        },
      ),
    )
  })
})
