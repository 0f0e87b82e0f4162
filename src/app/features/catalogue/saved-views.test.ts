import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetView, readSavedViews, saveView } from './saved-views.ts'

const name = 'parley.catalogue.views'
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('saved views', () => {
  it('come back, the newest first, one per name', () => {
    saveView('Cheap', { maxInput: 1 })
    saveView('Seeing', { can: 'vision' })
    saveView('Cheap', { maxInput: 2 })
    expect(readSavedViews()).toEqual([
      { name: 'Cheap', search: { maxInput: 2 } },
      { name: 'Seeing', search: { can: 'vision' } },
    ])
    expect(forgetView('Cheap')).toEqual([{ name: 'Seeing', search: { can: 'vision' } }])
  })

  it.each(['', '{}', 'nonsense', '[1, null, {"name": 2}, {"name": " ", "search": {}}, {"name": "x"}]'])(
    'are none where %s was kept',
    (text) => {
      kept.set(name, text)
      expect(readSavedViews()).toEqual([])
    },
  )

  it('keep what still means something', () => {
    kept.set(name, JSON.stringify([{ name: 'Old', search: { type: 'moderation,video', colour: 'red' } }]))
    expect(readSavedViews()).toEqual([{ name: 'Old', search: { type: 'moderation' } }])
  })

  it('are not shown as kept where they could not be', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem() {
        throw new Error('full')
      },
    })
    expect(saveView('Cheap', {})).toEqual([])
  })
})
