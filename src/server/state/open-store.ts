import type { Config } from '#server/config/config.ts'
import type { Log } from '#service/service-context.ts'
import type { KeyStore } from '#service/state/key-store.ts'
import type { KeyRing } from '#service/state/keys-and-limits.ts'
import { type DailyUsage, type Ledger, dayOf } from '#service/state/ledger.ts'
import { createFileKeyStore } from './file-keys.ts'
import { createFileLedger } from './file-ledger.ts'
import { keyFilePath, ledgerFolder } from './key-file.ts'
import { type HashedKey, createHashedKeyRing } from './key-ring.ts'
import { watchKeyFile } from './watched-keys.ts'

/** What must last: keys and usage. */
export interface Store {
  readonly keys: KeyRing
  readonly keyStore: KeyStore
  readonly ledger: Ledger
  /** What the keys have spent in the current month. */
  readonly spent: readonly DailyUsage[]
  /** Whether it answers. */
  isReachable(): boolean
  /** The names of the stored keys. */
  keyNames(): readonly string[]
  /** Writes what waits, and stops. */
  close(): Promise<void>
}

/**
 * Opens the store of `PARLEY_STORE`. `fixedKeys` are valid in addition to the stored ones. Rejects with a message for users if
 * the store can't be used.
 */
export async function openStore(
  { store }: Pick<Config, 'store'>,
  fixedKeys: readonly HashedKey[],
  log: Log,
): Promise<Store> {
  const keyFile = keyFilePath(store)
  const watched = await watchKeyFile(keyFile, log)
  const folder = ledgerFolder(store)
  const ledger = createFileLedger(folder, log)
  const spent = await spentThisMonth(ledger).catch((reason: unknown) => {
    watched.close()
    const problem = reason instanceof Error ? reason.message : String(reason)
    const message = `The ledger in ${folder} can’t be read (${problem}). Give it to the account that runs Parley.`
    throw new Error(message, { cause: reason })
  })
  return {
    keys: createHashedKeyRing(fixedKeys, watched.keys),
    keyStore: createFileKeyStore(keyFile, watched.reload),
    ledger,
    spent,
    isReachable: () => true,
    keyNames: () => watched.keys().map(({ name }) => name),
    async close() {
      watched.close()
      await ledger.flush()
    },
  }
}

/** What counts towards the budgets. */
function spentThisMonth(ledger: Ledger): Promise<readonly DailyUsage[]> {
  const today = dayOf(Date.now())
  return ledger.daily(`${today.slice(0, 7)}-01`, today)
}
