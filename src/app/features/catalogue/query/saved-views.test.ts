import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedTexts } from '#app/data/storage/browser-storage.test-support.ts'
import { deleteView, readSavedViews, saveView } from './saved-views.tsx'

const name = 'parley.catalogue.views'
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', storedTexts(stored))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('saved views', () => {
  it('are read newest first, one per name', () => {
    expect(saveView('Cheap', { maxInput: 1 })).toBe(true)
    saveView('Seeing', { can: 'vision' })
    saveView('Cheap', { maxInput: 2 })
    expect(readSavedViews()).toEqual([
      { name: 'Cheap', search: { maxInput: 2 } },
      { name: 'Seeing', search: { can: 'vision' } },
    ])
    expect(deleteView('Cheap')).toBe(true)
    expect(readSavedViews()).toEqual([{ name: 'Seeing', search: { can: 'vision' } }])
  })

  it.each(['', '{}', 'nonsense', '[1, null, {"name": 2}, {"name": " ", "search": {}}, {"name": "x"}]'])(
    'are none if %s was stored',
    (text) => {
      stored.set(name, text)
      expect(readSavedViews()).toEqual([])
    },
  )

  it('keep valid values and drop the others', () => {
    stored.set(name, JSON.stringify([{ name: 'Old', search: { type: 'moderation,video', colour: 'red' } }]))
    expect(readSavedViews()).toEqual([{ name: 'Old', search: { type: 'moderation' } }])
  })

  it('are unchanged when storage is full, which is reported', () => {
    saveView('Cheap', { maxInput: 1 })
    vi.stubGlobal('localStorage', storedTexts(stored, true))
    expect(saveView('Seeing', { can: 'vision' })).toBe(false)
    expect(deleteView('Cheap')).toBe(false)
    expect(readSavedViews()).toEqual([{ name: 'Cheap', search: { maxInput: 1 } }])
    vi.stubGlobal('localStorage', undefined)
    expect(saveView('Seeing', {})).toBe(false)
    expect(readSavedViews()).toEqual([])
  })
})
