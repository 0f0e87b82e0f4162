import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyTerms } from '#contract/keys.ts'
import type { StoredKey } from '#service/state/key-store.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'

/** A key's SHA-256 hash, and the name under which its use is logged. */
export interface HashedKey extends KeyHolder {
  readonly hash: Uint8Array
}

export function hashKey(name: string, key: string): HashedKey {
  return { name, hash: sha256(key) }
}

/** A new random key that is safe in a URL. */
export function generateKey(): string {
  return `parley_${randomBytes(24).toString('base64url')}`
}

/** A new key and what is stored of it. */
export function createStoredKey(name: string, terms: KeyTerms): { key: string; kept: StoredKey } {
  const key = generateKey()
  const begins = key.slice(0, 'parley_'.length + 4)
  return { key, kept: { name, hash: sha256(key).toString('hex'), begins, created: new Date().toISOString(), ...terms } }
}

/**
 * Compares a key's hash with every known one, so that timing reveals nothing. `changing` is called at each lookup.
 */
export function createHashedKeyRing(
  fixed: readonly HashedKey[],
  changing: () => readonly HashedKey[] = () => [],
): { find(key: string | undefined): KeyHolder | undefined } {
  return {
    find(key) {
      if (key === undefined) return undefined
      const presented = sha256(key)
      let holder: KeyHolder | undefined
      for (const keys of [fixed, changing()]) {
        for (const each of keys) if (timingSafeEqual(each.hash, presented)) holder = each
      }
      return holder && { name: holder.name, ...(holder.terms && { terms: holder.terms }) }
    },
  }
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
