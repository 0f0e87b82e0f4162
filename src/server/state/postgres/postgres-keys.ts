import type { Pool } from 'pg'
import { keyTerms } from '#contract/keys.ts'
import type { Log } from '#service/service-context.ts'
import { type KeyStore, type StoredKey, describeKey, keyIdOf, nameTaken } from '#service/state/key-store.ts'
import type { KeyRing } from '#service/state/keys-and-limits.ts'
import { type HashedKey, createHashedKeyRing, createStoredKey } from '#server/state/key-ring.ts'
import { displayAddress, isAboutValues, orUnavailable, problemOf, storeUnavailable } from './connection.ts'

/** Manages the keys of a database. `changed` is called after each change. */
export function createPostgresKeyStore(pool: Pool, changed: () => Promise<void> = async () => {}): KeyStore {
  async function change(id: string, sql: string, values: readonly unknown[]): Promise<StoredKey | undefined> {
    const { rows } = await orUnavailable(pool.query<KeyRow>(sql, [hashPattern(id), ...values]))
    await changed()
    return rows[0] && toStoredKey(rows[0])
  }

  return {
    async list() {
      return (await orUnavailable(readKeys(pool))).map(describeKey)
    },
    async add(name, terms) {
      const { key, kept } = createStoredKey(name, terms)
      const { hash, begins, created } = kept
      const sql = 'INSERT INTO parley.keys (hash, name, begins, created, terms) VALUES ($1, $2, $3, $4, $5)'
      const added = pool.query(sql, [hash, name, begins, created, JSON.stringify(terms)])
      await orUnavailable(added).catch((reason: unknown) => {
        throw isNameTaken(reason) ? nameTaken(name) : reason
      })
      await changed()
      return { ...describeKey(kept), key }
    },
    async change(id, terms) {
      const sql = 'UPDATE parley.keys SET terms = terms || $2::jsonb WHERE hash LIKE $1 RETURNING *'
      const after = await change(id, sql, [JSON.stringify(terms)])
      return after && describeKey(after)
    },
    async revoke(id) {
      return (await change(id, 'DELETE FROM parley.keys WHERE hash LIKE $1 RETURNING *', [])) !== undefined
    },
  }
}

/** The keys of a database, in the memory of this process. */
export interface FollowedKeys extends KeyRing {
  names(): readonly string[]
  /** Whether the database answered the last time. */
  isReachable(): boolean
  /** Reads what has changed now. Never rejects. */
  refresh(): Promise<void>
  close(): void
}

interface FollowOptions {
  pool: Pool
  url: string
  /** Valid in addition to the stored ones, also without the database. */
  fixedKeys: readonly HashedKey[]
  log: Log
  now?: () => number
}

/** Revoked keys must stop working within two seconds. */
const pollMs = 500
/** How long known keys keep working without the database. */
const graceMs = 10 * 60_000

/**
 * Follows the keys of a database, so that a request needs no query. Without the database, known keys keep working for ten
 * minutes; unknown ones get a 503, since they may be valid. Rejects if the database can't be read at the start.
 */
export async function followKeys({
  pool,
  url,
  fixedKeys,
  log,
  now = () => Date.now(),
}: FollowOptions): Promise<FollowedKeys> {
  let keys: readonly HashedKey[] = []
  let version: string | undefined
  let readAt = 0
  let isReachable = true
  const fixed = createHashedKeyRing(fixedKeys)
  const stored = createHashedKeyRing([], () => keys)

  async function read(): Promise<void> {
    // The version first: a change in between is read again at the next look.
    const { rows } = await pool.query<{ version: string }>('SELECT version FROM parley.keys_version')
    if (rows[0]?.version !== version) {
      keys = (await readKeys(pool, log)).map((terms) => ({
        name: terms.name,
        hash: Buffer.from(terms.hash, 'hex'),
        terms,
      }))
      version = rows[0]?.version
    }
    readAt = now()
  }

  async function look(): Promise<void> {
    try {
      await read()
      if (!isReachable) log.info({ store: displayAddress(url) }, 'database reachable again')
      isReachable = true
    } catch (reason) {
      if (isReachable) {
        log.error({ store: displayAddress(url), problem: problemOf(reason) }, 'database unreachable')
      }
      isReachable = false
    }
  }

  await read()
  // One look at a time, so that the last change wins.
  let looking = Promise.resolve()
  const refresh = () => (looking = looking.then(look))
  let isClosed = false
  let timer: NodeJS.Timeout
  const follow = () => {
    timer = setTimeout(() => {
      void refresh().then(() => {
        if (!isClosed) follow()
      })
    }, pollMs)
    timer.unref()
  }
  follow()

  return {
    find(key) {
      const holder = fixed.find(key) ?? stored.find(key)
      if (isReachable || key === undefined) return holder
      if (holder && (holder.terms === undefined || now() - readAt < graceMs)) return holder
      throw storeUnavailable()
    },
    names: () => keys.map(({ name }) => name),
    isReachable: () => isReachable,
    refresh,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

interface KeyRow {
  name: string
  hash: string
  begins: string
  created: string
  terms: unknown
}

/**
 * In the order in which they were added. Keys with terms of a newer Parley get the defaults of those that are missing; a key
 * whose terms can't be read is left out, and named in the log.
 */
async function readKeys(pool: Pool, log?: Log): Promise<readonly StoredKey[]> {
  const { rows } = await pool.query<KeyRow>('SELECT * FROM parley.keys ORDER BY position')
  return rows.flatMap((row) => {
    const { success } = keyTerms.safeParse(row.terms)
    if (!success) log?.error({ key: row.name }, 'a key was left out because its terms can’t be read')
    return success ? [toStoredKey(row)] : []
  })
}

function toStoredKey({ name, hash, begins, created, terms }: KeyRow): StoredKey {
  return { name, hash, begins, created, ...keyTerms.parse(terms) }
}

/** The hashes that belong to a public id. No hash contains the signs that `LIKE` treats specially. */
function hashPattern(id: string): string {
  const known = /^key_[0-9a-f]{16}$/.test(id)
  return known ? `${id.slice(keyIdOf('').length)}%` : ''
}

function isNameTaken(reason: unknown): boolean {
  return isAboutValues(reason) && reason instanceof Error && 'constraint' in reason && reason.constraint === 'keys_name'
}
