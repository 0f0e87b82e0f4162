import { resolve } from 'node:path'
import type { Pool } from 'pg'
import type { Config } from '#server/config/config.ts'
import { deleteOldRequests } from '#server/state/file-requests.ts'
import type { HashedKey } from '#server/state/key-ring.ts'
import type { Store } from '#server/state/open-store.ts'
import type { Log } from '#service/service-context.ts'
import { connectTo, openDatabase } from './connection.ts'
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
  // Long reports must not hold up what follows keys and writes usage.
  const reports = await connectTo(url)
  const opened: (() => Promise<void> | void)[] = [() => end(pool), () => end(reports)]
  const close = async () => {
    for (const each of opened.toReversed()) await each()
  }
  try {
    const keys = await followKeys({ pool, url, fixedKeys, log })
    opened.push(keys.close)
    const ledger = createPostgresLedger({ pool, reports, journalFolder: resolve(journal), log })
    opened.push(ledger.close)
    const requests = createPostgresRequestLog({ pool, reports, keepsTexts: requestLog === 'texts', log })
    opened.push(requests.close, deleteOldRequests(requests, requestLogDays))
    return {
      keys,
      keyStore: createPostgresKeyStore(reports, keys.refresh),
      ledger,
      requestLog: requestLog === 'off' ? undefined : requests,
      isReachable: () => keys.isReachable() && ledger.isWritable(),
      keyNames: keys.names,
      close,
    }
  } catch (reason) {
    await close()
    throw reason
  }
}

/** A database that doesn't answer must not hold up the stop. */
async function end(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), new Promise((wake) => setTimeout(wake, 1000))])
}
