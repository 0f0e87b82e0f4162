import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissVisit, keepVisit, lastVisit, type CatalogueSnapshot } from './last-visit.ts'

const snapshot = (at: number, ...ids: string[]): CatalogueSnapshot => ({
  at,
  rates: new Map(ids.map((id) => [id, [1, null]])),
})

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) }
}

const openTab = () => vi.stubGlobal('sessionStorage', storage())

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  openTab()
})

describe('the last visit', () => {
  it('is undefined on the first visit, and stays so in this tab', () => {
    expect(lastVisit()).toBeUndefined()
    keepVisit(snapshot(1, 'a'))
    expect(lastVisit()).toBeUndefined()
  })

  it('is the last one before this tab was opened', () => {
    keepVisit(snapshot(1, 'a'))
    openTab()
    expect(lastVisit()).toEqual(snapshot(1, 'a'))
    keepVisit(snapshot(2, 'a', 'b'))
    expect(lastVisit()).toEqual(snapshot(1, 'a'))
    openTab()
    expect(lastVisit()).toEqual(snapshot(2, 'a', 'b'))
  })

  it('is the dismissed one from then on', () => {
    keepVisit(snapshot(1, 'a'))
    openTab()
    lastVisit()
    dismissVisit(snapshot(2, 'b'))
    expect(lastVisit()).toEqual(snapshot(2, 'b'))
  })

  it('is undefined if storage is unavailable', () => {
    const refuse = () => {
      throw new Error('off')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    expect(lastVisit()).toBeUndefined()
    expect(() => keepVisit(snapshot(1, 'a'))).not.toThrow()
  })
})
