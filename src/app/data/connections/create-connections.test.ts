import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createConnections, type ConnectionDraft } from './create-connections.ts'
import { connectionNames } from './stored-connections.ts'
import { storedTexts } from '#app/data/storage/browser-storage.test-support.ts'

const draft = (more: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
  id: null,
  name: 'One',
  baseUrl: 'https://one.test/v1',
  key: 'secret',
  place: 'device',
  ...more,
})
const browser = () => ({ tab: storedTexts(), device: storedTexts() })

describe('connections', () => {
  it('store a key where the user chose, and never display it', () => {
    const storage = browser()
    const connections = createConnections(storage)
    const { id } = connections.save(draft({ place: 'tab' }))
    expect(connections.keyOf(id)).toBe('secret')
    expect(connections.getState().keyPlaces).toEqual({ [id]: 'tab' })
    expect(JSON.stringify(connections.getState())).not.toContain('secret')
    expect([...storage.device.texts.values()].join()).not.toContain('secret')
    // A new tab has the device's storage, but not the other tab's.
    const other = createConnections({ tab: storedTexts(), device: storage.device })
    expect(other.getState().others).toEqual(connections.getState().others)
    expect(other.keyOf(id)).toBeNull()
  })

  it('move a stored key without asking for it again', () => {
    const storage = browser()
    const connections = createConnections(storage)
    const { id } = connections.save(draft())
    connections.save(draft({ id, key: undefined, place: 'tab' }))
    expect(connections.keyOf(id)).toBe('secret')
    expect([...storage.device.texts.values()].join()).not.toContain('secret')
  })

  it('forget the key when the origin of the base URL changes, and say so', () => {
    const connections = createConnections(browser())
    const { id } = connections.save(draft())
    expect(connections.save(draft({ id, key: undefined, baseUrl: 'https://one.test/api' })).keyDropped).toBe(false)
    expect(connections.keyOf(id)).toBe('secret')
    expect(connections.save(draft({ id, key: undefined, baseUrl: 'http://one.test/api' })).keyDropped).toBe(true)
    expect(connections.keyOf(id)).toBeNull()
    // Changing the origin back doesn't restore the key.
    connections.save(draft({ id, key: undefined }))
    expect(connections.keyOf(id)).toBeNull()
  })

  it('delete everything of a removed connection', () => {
    const storage = browser()
    const connections = createConnections(storage)
    connections.remove(connections.save(draft()).id)
    expect([...storage.device.texts]).toEqual([])
    expect([...storage.tab.texts]).toEqual([])
  })

  it('follow other tabs, and never overwrite their changes', () => {
    const device = storedTexts()
    const one = createConnections({ tab: storedTexts(), device })
    const other = createConnections({ tab: storedTexts(), device })
    one.save(draft())
    other.save(draft({ name: 'Two', baseUrl: 'https://two.test' }))
    one.reload()
    expect(one.getState().others.map(({ name }) => name)).toEqual(['One', 'Two'])
  })

  it('last until the page is closed if storage is unavailable', () => {
    for (const storage of [
      { tab: undefined, device: undefined },
      { tab: storedTexts(new Map(), true), device: storedTexts(new Map(), true) },
    ]) {
      const connections = createConnections(storage)
      const { id, kept } = connections.save(draft())
      expect(kept).toBe(false)
      connections.save(draft({ name: 'Two' }))
      expect(connections.keyOf(id)).toBe('secret')
      expect(connections.getState().others).toHaveLength(2)
    }
  })

  it('read the valid parts of any stored data', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.oneof(fc.json(), fc.string()), (kept, keys) => {
        const device = storedTexts(
          new Map([
            [connectionNames.connectionsName, kept],
            [connectionNames.keysName, keys],
          ]),
        )
        expect(createConnections({ tab: storedTexts(), device }).getState().others).toEqual([])
      }),
    )
    const text = JSON.stringify({
      version: 1,
      connections: [
        { id: 'a', name: 'A', baseUrl: 'https://a.test/v1/' },
        { id: 'b', name: 'B', baseUrl: 'ftp://b' },
        7,
      ],
    })
    const { others } = createConnections({
      tab: storedTexts(),
      device: storedTexts(new Map([[connectionNames.connectionsName, text]])),
    }).getState()
    expect(others).toEqual([{ id: 'a', name: 'A', baseUrl: 'https://a.test/v1' }])
  })

  it('never send a key to another origin, in any sequence of changes in two tabs', () => {
    const origin = fc.constantFrom('https://a.test', 'http://a.test', 'https://a.test:8443', 'https://b.test')
    const place = fc.constantFrom('tab' as const, 'device' as const)
    const step = fc.record({
      tab: fc.nat(1),
      which: fc.nat(2),
      act: fc.constantFrom('save', 'save', 'save', 'forget', 'remove', 'reload'),
      origin,
      path: fc.constantFrom('', '/v1'),
      typesKey: fc.boolean(),
      place,
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const device = storedTexts()
        const tabs = [0, 1].map(() => createConnections({ tab: storedTexts(), device }))
        let count = 0
        const astray: string[] = []
        for (const { tab, which, act, origin: to, path, typesKey, place: where } of steps) {
          const connections = tabs[tab]
          const id = connections?.getState().others[which]?.id ?? null
          if (act === 'save') {
            // The key contains its origin, so that the check below needs no state.
            const key = typesKey ? `${(count += 1)} for ${to}` : undefined
            connections?.save({ id, name: 'Any', baseUrl: to + path, key, place: where })
          } else if (act === 'reload') connections?.reload()
          else if (id !== null && act === 'forget') connections?.forgetKey(id)
          else if (id !== null) connections?.remove(id)
          for (const each of tabs) {
            for (const other of each.getState().others) {
              const key = each.keyOf(other.id)
              if (key?.endsWith(` for ${new URL(other.baseUrl).origin}`) === false) astray.push(key)
            }
          }
        }
        expect(astray).toEqual([])
      }),
    )
  })
})
