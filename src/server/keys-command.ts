import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { type KeyChange, type KeyInfo, keyChange, keyName, keyTerms } from '#contract/keys.ts'
import type { KeyStore } from '#service/state/key-store.ts'
import { parseList } from './config/settings-table.ts'
import { isOwnedByRoot } from './state/key-file.ts'
import { type OpenedKeyStore, openKeyStore } from './state/open-store.ts'

interface Terminal {
  print(line: string): void
  printError(line: string): void
}

const usage = [
  'Manages permanent keys, stored as hashes in PARLEY_STORE. A running server applies changes within a second.',
  '  npm run keys -- add NAME [OPTIONS]     creates a key and shows it once',
  '  npm run keys -- list                   lists the names',
  '  npm run keys -- show NAME              shows what a key allows',
  '  npm run keys -- limit NAME OPTIONS     changes what a key allows; the word “none” removes a limit',
  '  npm run keys -- revoke NAME            revokes a key',
  'Options: --owner TEXT --scopes chat,models,admin --models a,b --requests-per-minute N --tokens-per-minute N',
  '         --budget-per-day USD --budget-per-month USD --expires DATE',
]

/** Runs `npm run keys -- …` on the keys of `PARLEY_STORE`. Resolves to the exit code; 1 has printed an error. */
export async function runKeysCommand(args: readonly string[], store: string, terminal: Terminal): Promise<0 | 1> {
  let opened: OpenedKeyStore | undefined
  try {
    opened = await openKeyStore(store)
    return await runCommand(args, opened, terminal)
  } catch (reason) {
    terminal.printError(reason instanceof Error ? reason.message : String(reason))
    return 1
  } finally {
    await opened?.close()
  }
}

async function runCommand(args: readonly string[], place: OpenedKeyStore, terminal: Terminal): Promise<0 | 1> {
  const { keyStore: store } = place
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [command, name, ...more] = positionals
  const terms = readOptions(values)
  const isPlain = Object.keys(values).length === 0
  if (command === 'list' && name === undefined && isPlain) await list(store, terminal)
  else if (command === 'add' && more.length === 0) await add(place, parseName(name), terms, terminal)
  else if (command === 'show' && more.length === 0 && isPlain) show(await find(store, parseName(name)), terminal)
  else if (command === 'limit' && more.length === 0 && !isPlain) await limit(store, parseName(name), terms, terminal)
  else if (command === 'revoke' && more.length === 0 && isPlain) await revoke(store, parseName(name), terminal)
  else {
    for (const line of usage) terminal.printError(line)
    return 1
  }
  return 0
}

const text = { type: 'string' } as const
const options = {
  owner: text,
  scopes: text,
  models: text,
  'requests-per-minute': text,
  'tokens-per-minute': text,
  'budget-per-day': text,
  'budget-per-month': text,
  expires: text,
}
type OptionName = keyof typeof options

const number = (given: string) => (given === 'none' ? null : /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : Number.NaN)
const date = (given: string) => {
  if (given === 'none') return null
  const time = Date.parse(given)
  return Number.isNaN(time) ? given : new Date(time).toISOString()
}

/** The field that each option sets, and how its text is read. */
const fieldOf: Record<OptionName, { field: keyof KeyChange; read: (given: string) => unknown }> = {
  owner: { field: 'owner', read: (given) => given },
  scopes: { field: 'scopes', read: parseList },
  models: { field: 'models', read: (given) => (given === 'none' ? null : parseList(given)) },
  'requests-per-minute': { field: 'requests_per_minute', read: number },
  'tokens-per-minute': { field: 'tokens_per_minute', read: number },
  'budget-per-day': { field: 'budget_per_day', read: number },
  'budget-per-month': { field: 'budget_per_month', read: number },
  expires: { field: 'expires_at', read: date },
}

/** Only the options that were given. Throws with the option's name and rule if one is invalid. */
function readOptions(values: Partial<Record<string, string>>): KeyChange {
  const given: Record<string, unknown> = {}
  for (const [option, { field, read }] of Object.entries(fieldOf)) {
    const value = values[option]
    if (value === undefined) continue
    given[field] = read(value)
    const checked = keyChange.safeParse({ [field]: given[field] })
    if (!checked.success) throw new Error(`--${option} ${firstIssue(checked.error).replace(/null/u, '“none”')}.`)
  }
  return keyChange.parse(given)
}

async function add(place: OpenedKeyStore, name: string, terms: KeyChange, { print }: Terminal): Promise<void> {
  const { keyStore, location, isFile } = place
  const { key } = await keyStore.add(name, keyTerms.parse(terms))
  if (isFile && (await isOwnedByRoot(location))) {
    print(`${location} belongs to root. If Parley runs as another account, run: chown -R ACCOUNT ${dirname(location)}`)
  }
  print(`Key ${name} created. It is shown only once; only its hash is stored, in ${location}.`)
  print(key)
}

async function list(store: KeyStore, { print }: Terminal): Promise<void> {
  const keys = await store.list()
  if (keys.length === 0) print('No keys yet. Create one: npm run keys -- add NAME')
  const width = Math.max(...keys.map(({ name }) => name.length))
  for (const { name, begins, created_at: created } of keys) {
    print(`${name.padEnd(width)}  ${begins}…  ${created.slice(0, 10)}`)
  }
}

function show(key: KeyInfo, { print }: Terminal): void {
  const many = (values: readonly string[] | null) => values?.join(', ') ?? 'all'
  const rows: [string, string | number][] = [
    ['name', key.name],
    ['id', key.id],
    ['begins', `${key.begins}…`],
    ['created', key.created_at],
    ['owner', key.owner],
    ['scopes', many(key.scopes)],
    ['models', many(key.models)],
    ['requests per minute', key.requests_per_minute ?? 'no limit'],
    ['tokens per minute', key.tokens_per_minute ?? 'no limit'],
    ['budget per day', key.budget_per_day === null ? 'no limit' : `$${key.budget_per_day}`],
    ['budget per month', key.budget_per_month === null ? 'no limit' : `$${key.budget_per_month}`],
    ['expires', key.expires_at ?? 'never'],
  ]
  for (const [label, value] of rows) print(`${label.padEnd(20)} ${value}`.trimEnd())
}

async function limit(store: KeyStore, name: string, terms: KeyChange, terminal: Terminal): Promise<void> {
  const { id } = await find(store, name)
  const changed = await store.change(id, terms)
  if (changed) show(changed, terminal)
}

async function revoke(store: KeyStore, name: string, { print }: Terminal): Promise<void> {
  const { id } = await find(store, name)
  await store.revoke(id)
  print(`Key ${name} revoked. A running server rejects it within a second.`)
}

async function find(store: KeyStore, name: string): Promise<KeyInfo> {
  const keys = await store.list()
  const found = keys.find((each) => each.name === name)
  if (found) return found
  const names = keys.map((each) => each.name).join(', ')
  throw new Error(`There is no key named ${name}. ${names === '' ? 'No keys exist.' : `Existing keys: ${names}.`}`)
}

function parseName(name: string | undefined): string {
  if (name === undefined) throw new Error('Name the key, for example: npm run keys -- add laptop')
  const checked = keyName.safeParse(name)
  if (checked.success) return checked.data
  throw new Error(`Invalid key name “${name}”: ${firstIssue(checked.error)}.`)
}

function firstIssue(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'is invalid'
}
