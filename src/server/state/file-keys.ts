import { type KeyStore, type StoredKey, describeKey, keyIdOf, nameTaken } from '#service/state/key-store.ts'
import { readKeyFile, updateKeyFile } from './key-file.ts'
import { createStoredKey } from './key-ring.ts'

/**
 * Manages the keys of a file. `changed` is called after each change, so that this process needn't wait for its next look at
 * the file. Rejects with messages for users.
 */
export function createFileKeyStore(path: string, changed: () => Promise<void> = async () => {}): KeyStore {
  /** One change at a time. */
  let changing: Promise<unknown> = Promise.resolve()

  async function update(change: (keys: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    const updated = changing.then(() => updateKeyFile(path, change))
    changing = updated.catch(() => undefined)
    await updated
    await changed()
  }

  return {
    async list() {
      return (await readKeyFile(path)).map(describeKey)
    },
    async add(name, terms) {
      const { key, kept } = createStoredKey(name, terms)
      await update((keys) => {
        if (keys.some((each) => each.name === name)) throw nameTaken(name)
        return [...keys, kept]
      })
      return { ...describeKey(kept), key }
    },
    async change(id, change) {
      let after: StoredKey | undefined
      await update((keys) =>
        keys.map((each) => {
          if (keyIdOf(each.hash) !== id) return each
          after = { ...each, ...change }
          return after
        }),
      )
      return after && describeKey(after)
    },
    async revoke(id) {
      let existed = false
      await update((keys) => {
        const others = keys.filter(({ hash }) => keyIdOf(hash) !== id)
        existed = others.length < keys.length
        return others
      })
      return existed
    },
  }
}
