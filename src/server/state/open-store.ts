import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { isDatabase } from '#server/config/settings-table.ts'
import type { Log } from '#service/service-context.ts'
import type { KeyStore } from '#service/state/key-store.ts'
import type { KeyRing } from '#service/state/keys-and-limits.ts'
import type { RequestLog } from '#service/state/request-log.ts'
import type { Ledger } from '#service/state/ledger.ts'
import { createFileKeyStore } from './file-keys.ts'
import { createFileLedger } from './file-ledger.ts'
import { createFileRequestLog, deleteOldRequests } from './file-requests.ts'
import { keyFilePath, ledgerFolder } from './key-file.ts'
import { type HashedKey, createHashedKeyRing } from './key-ring.ts'
import { watchKeyFile } from './watched-keys.ts'

/** Persistent state: keys, usage and logged requests. */
export interface Store {
  readonly keys: KeyRing
  readonly keyStore: KeyStore
  readonly ledger: Ledger
  /** Undefined if requests aren't logged. */
  readonly requestLog: RequestLog | undefined
  /** Whether it answers. */
  isReachable(): boolean
  /** The names of the stored keys. */
  keyNames(): readonly string[]
  /** Writes pending entries and stops. */
  close(): Promise<void>
}

/**
 * Opens the store of `PARLEY_STORE`. `fixedKeys` are valid in addition to the stored ones. With a store in files, a worker
 * passes the ledger that its primary process keeps. Rejects with a message for users if the store can't be used. The
 * database's driver is loaded only if it is configured.
 */
export async function openStore(
  { store, journal, requestLog, requestLogDays }: Pick<Config, 'store' | 'journal' | 'requestLog' | 'requestLogDays'>,
  fixedKeys: readonly HashedKey[],
  log: Log,
  primaryLedger?: Ledger,
): Promise<Store> {
  if (isDatabase(store)) {
    const { openPostgresStore } = await import('./postgres/open-postgres-store.ts')
    return openPostgresStore({ url: store, journal, requestLog, requestLogDays, fixedKeys, log })
  }
  const keyFile = keyFilePath(store)
  const watched = await watchKeyFile(keyFile, log)
  const { ledger, close } = primaryLedger
    ? { ledger: primaryLedger, close: async () => {} }
    : openFileLedger({ store, requestLogDays }, log)
  const requests = createFileRequestLog(requestFolder(store), requestLog === 'texts', log)
  return {
    keys: createHashedKeyRing(fixedKeys, watched.keys),
    keyStore: createFileKeyStore(keyFile, watched.reload),
    ledger,
    requestLog: requestLog === 'off' ? undefined : requests,
    isReachable: () => true,
    keyNames: () => watched.keys().map(({ name }) => name),
    async close() {
      watched.close()
      await requests.flush()
      await close()
    },
  }
}

/** What only one of the processes with a store in files has: the ledger, and the deletion of old requests. */
export function openFileLedger(
  { store, requestLogDays }: Pick<Config, 'store' | 'requestLogDays'>,
  log: Log,
): Pick<Store, 'ledger' | 'close'> {
  const ledger = createFileLedger(ledgerFolder(store), log)
  const stopDeleting = deleteOldRequests(createFileRequestLog(requestFolder(store), false, log), requestLogDays)
  return {
    ledger,
    async close() {
      stopDeleting()
      await ledger.flush()
    },
  }
}

function requestFolder(store: string): string {
  return join(ledgerFolder(store), '../requests')
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
