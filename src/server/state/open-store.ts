import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { isDatabase } from '#server/config/settings-table.ts'
import type { Log } from '#service/service-context.ts'
import type { KeyStore } from '#service/state/key-store.ts'
import type { KeyRing } from '#service/state/keys-and-limits.ts'
import type { RequestLog } from '#service/state/request-log.ts'
import { type DailyUsage, type Ledger, dayOf } from '#service/state/ledger.ts'
import { createFileKeyStore } from './file-keys.ts'
import { createFileLedger } from './file-ledger.ts'
import { createFileRequestLog, deleteOldRequests } from './file-requests.ts'
import { keyFilePath, ledgerFolder } from './key-file.ts'
import { type HashedKey, createHashedKeyRing } from './key-ring.ts'
import { watchKeyFile } from './watched-keys.ts'

/** What must last: keys and usage. */
export interface Store {
  readonly keys: KeyRing
  readonly keyStore: KeyStore
  readonly ledger: Ledger
  /** Undefined if requests aren't logged. */
  readonly requestLog: RequestLog | undefined
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
 * the store can't be used. The database's driver is loaded only if it is configured.
 */
export async function openStore(
  { store, journal, requestLog, requestLogDays }: Pick<Config, 'store' | 'journal' | 'requestLog' | 'requestLogDays'>,
  fixedKeys: readonly HashedKey[],
  log: Log,
): Promise<Store> {
  if (isDatabase(store)) {
    const { openPostgresStore } = await import('./postgres/open-postgres-store.ts')
    return openPostgresStore({ url: store, journal, requestLog, requestLogDays, fixedKeys, log })
  }
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
  const requests = createFileRequestLog(join(folder, '../requests'), requestLog === 'texts', log)
  const stopDeleting = deleteOldRequests(requests, requestLogDays)
  return {
    keys: createHashedKeyRing(fixedKeys, watched.keys),
    keyStore: createFileKeyStore(keyFile, watched.reload),
    ledger,
    requestLog: requestLog === 'off' ? undefined : requests,
    spent,
    isReachable: () => true,
    keyNames: () => watched.keys().map(({ name }) => name),
    async close() {
      watched.close()
      stopDeleting()
      await requests.flush()
      await ledger.flush()
    },
  }
}

/** Where keys are managed without serving. */
export interface OpenedKeyStore {
  readonly keyStore: KeyStore
  /** Where the keys are, for people, such as a path. */
  readonly location: string
  readonly isFile: boolean
  close(): Promise<void>
}

/** Opens the keys of a store for commands. Rejects with a message for users if it can't be used. */
export async function openKeyStore(store: string): Promise<OpenedKeyStore> {
  if (!isDatabase(store)) {
    const location = keyFilePath(store)
    return { keyStore: createFileKeyStore(location), location, isFile: true, close: async () => {} }
  }
  const { displayAddress, openDatabase } = await import('./postgres/connection.ts')
  const { createPostgresKeyStore } = await import('./postgres/postgres-keys.ts')
  const pool = await openDatabase(store)
  return {
    keyStore: createPostgresKeyStore(pool),
    location: displayAddress(store),
    isFile: false,
    close: () => pool.end(),
  }
}

/** What counts towards the budgets. */
function spentThisMonth(ledger: Ledger): Promise<readonly DailyUsage[]> {
  const today = dayOf(Date.now())
  return ledger.daily(`${today.slice(0, 7)}-01`, today)
}
