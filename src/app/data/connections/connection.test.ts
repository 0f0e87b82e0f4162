import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedTexts } from '#app/data/storage/browser-storage.test-support.ts'

let tab = storedTexts()
let device = storedTexts()
beforeEach(() => {
  tab = storedTexts()
  device = storedTexts()
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', device)
  vi.resetModules()
})
afterEach(() => void vi.unstubAllGlobals())

test('reads the key that an earlier page stored on this device', async () => {
  device.setItem('parley.key', 'of before')
  const { connection } = await import('./connection.ts')
  expect(connection.getState()).toMatchObject({ key: 'of before', place: 'device' })
})

test('forgets the key when another tab clears the storage', async () => {
  device.setItem('parley.key', 'of before')
  vi.stubGlobal('location', { hash: '' })
  const listeners = new Map<string, (event: object) => void>()
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener))
  const { connection, watchForKeys } = await import('./connection.ts')
  watchForKeys()
  device.removeItem('parley.key')
  listeners.get('storage')?.({ key: null })
  expect(connection.getState()).toMatchObject({ key: null, place: null })
})

test('stores a key in one place, and prefers a newer one', async () => {
  const { connection, rememberKey } = await import('./connection.ts')
  rememberKey(' one ', 'tab')
  expect([tab.texts.get('parley.key'), device.texts.get('parley.key')]).toEqual(['one', undefined])
  rememberKey('two')
  expect([tab.texts.get('parley.key'), device.texts.get('parley.key')]).toEqual([undefined, 'two'])
  expect(connection.getState()).toMatchObject({ key: 'two', place: 'device', revision: 2 })
  rememberKey('')
  expect([...tab.texts, ...device.texts]).toEqual([])
  expect(connection.getState()).toMatchObject({ key: null, place: null })
})
