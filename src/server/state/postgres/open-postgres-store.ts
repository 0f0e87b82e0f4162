import { resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { deleteOldRequests } from '#server/state/file-requests.ts'
import type { HashedKey } from '#server/state/key-ring.ts'
import type { Store } from '#server/state/open-store.ts'
import type { Log } from '#service/service-context.ts'
import { openDatabase } from './connection.ts'
import { createPostgresKeyStore, followKeys } from './postgres-keys.ts'
import { createPostgresLedger } from './postgres-ledger.ts'
import { createPostgresRequestLog } from './postgres-requests.ts'

interface PostgresStoreOptions {
  /** `postgres://` or `postgresql://`. */
  url: string
  /** The folder of the ledger's journal. */
  journal: string
  requestLog: Config['requestLog']
  requestLogDays: number
  fixedKeys: readonly HashedKey[]
  log: Log
}

/** Opens keys and ledger in a database. Rejects with a message for users if it can't be used. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, journal, requestLog, requestLogDays, fixedKeys, log } = options
  const pool = await openDatabase(url)
  const keys = await followKeys({ pool, url, fixedKeys, log })
  const ledger = createPostgresLedger(pool, resolve(journal), log)
  const requests = createPostgresRequestLog(pool, requestLog === 'texts', log)
  const stopDeleting = deleteOldRequests(requests, requestLogDays)
  return {
    keys,
    keyStore: createPostgresKeyStore(pool, keys.refresh),
    ledger,
    requestLog: requestLog === 'off' ? undefined : requests,
    isReachable: keys.isReachable,
    keyNames: keys.names,
    async close() {
      keys.close()
      stopDeleting()
      await requests.close()
      await ledger.close()
      // A database that doesn't answer must not hold up the stop.
      await Promise.race([pool.end(), new Promise((wake) => setTimeout(wake, 1000))])
    },
  }
}
