import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedTexts } from '#app/data/storage/browser-storage.test-support.ts'
import { forgetView, readSavedViews, saveView } from './saved-views.tsx'

const name = 'parley.catalogue.views'
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', storedTexts(kept))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('saved views', () => {
  it('come back, the newest first, one per name', () => {
    expect(saveView('Cheap', { maxInput: 1 })).toBe(true)
    saveView('Seeing', { can: 'vision' })
    saveView('Cheap', { maxInput: 2 })
    expect(readSavedViews()).toEqual([
      { name: 'Cheap', search: { maxInput: 2 } },
      { name: 'Seeing', search: { can: 'vision' } },
    ])
    expect(forgetView('Cheap')).toBe(true)
    expect(readSavedViews()).toEqual([{ name: 'Seeing', search: { can: 'vision' } }])
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

  it('are as they were where nothing more can be kept, and say so', () => {
    saveView('Cheap', { maxInput: 1 })
    vi.stubGlobal('localStorage', storedTexts(kept, true))
    expect(saveView('Seeing', { can: 'vision' })).toBe(false)
    expect(forgetView('Cheap')).toBe(false)
    expect(readSavedViews()).toEqual([{ name: 'Cheap', search: { maxInput: 1 } }])
    vi.stubGlobal('localStorage', undefined)
    expect(saveView('Seeing', {})).toBe(false)
    expect(readSavedViews()).toEqual([])
  })
})
