import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyHolder, KeyRing } from '#service/state/keys-and-limits.ts'

/** A key as it is kept: only its SHA-256, and the name under which its use may be logged. */
export interface HashedKey extends KeyHolder {
  readonly hash: Uint8Array
}

/** Hashes a key for keeping. */
export function hashKey(name: string, key: string): HashedKey {
  return { name, hash: sha256(key) }
}

/** A new key that nobody can guess, fit for a link. */
export function makeKey(): string {
  return `parley_${randomBytes(24).toString('base64url')}`
}

/**
 * Finds a key by comparing its hash with every kept one, so that the time taken tells nothing. `changing` are asked for
 * at every look-up.
 */
export function createHashedKeyRing(
  kept: readonly HashedKey[],
  changing: () => readonly HashedKey[] = () => [],
): KeyRing {
  return {
    find(key) {
      if (key === undefined) return undefined
      const presented = sha256(key)
      let holder: KeyHolder | undefined
      for (const keys of [kept, changing()]) {
        for (const each of keys) if (timingSafeEqual(each.hash, presented)) holder = each
      }
      return holder && { name: holder.name }
    },
  }
}

function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer')
}
