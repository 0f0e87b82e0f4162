import type { KeyRing } from './keys-and-limits.ts'
import { type KeyStore, type StoredKey, describeKey, keyIdOf, nameTaken } from './key-store.ts'

/** Keys that last as long as the process: for hosts without a disk, and for tests. */
export function createMemoryKeys(): KeyRing & KeyStore {
  const stored: StoredKey[] = []
  const placeOf = (id: string) => stored.findIndex(({ hash }) => keyIdOf(hash) === id)

  return {
    async find(key) {
      if (key === undefined) return undefined
      const presented = await sha256(key)
      const found = stored.find(({ hash }) => hash === presented)
      return found && { name: found.name, terms: found }
    },
    list: () => Promise.resolve(stored.map(describeKey)),
    async add(name, terms) {
      const key = `parley_${randomText()}`
      const hash = await sha256(key)
      if (stored.some((each) => each.name === name)) throw nameTaken(name)
      const kept = { name, hash, begins: key.slice(0, 11), created: new Date().toISOString(), ...terms }
      stored.push(kept)
      return { ...describeKey(kept), key }
    },
    async change(id, change) {
      const place = placeOf(id)
      const before = stored[place]
      if (!before) return undefined
      const after = { ...before, ...change }
      stored[place] = after
      return describeKey(after)
    },
    async revoke(id) {
      const place = placeOf(id)
      if (place >= 0) stored.splice(place, 1)
      return place >= 0
    },
  }
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
