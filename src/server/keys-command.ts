import { dirname } from 'node:path'
import { hashKey, generateKey } from './state/key-ring.ts'
import { updateKeyFile, isOwnedByRoot, keyName, readKeyFile, type StoredKey } from './state/key-file.ts'

interface Terminal {
  print(line: string): void
  printError(line: string): void
}

const usage = [
  'Manages permanent keys, stored as hashes in a file that git ignores. A running server applies changes within a second.',
  '  npm run keys -- add NAME      creates a key and shows it once',
  '  npm run keys -- list          lists the names',
  '  npm run keys -- revoke NAME   revokes a key',
]

/** Runs `npm run keys -- …` on the key file at `path`. Resolves to the exit code; 1 has printed an error. */
export async function runKeysCommand(args: readonly string[], path: string, terminal: Terminal): Promise<0 | 1> {
  const [command, name, ...more] = args
  try {
    if (command === 'list' && name === undefined) await list(path, terminal)
    else if (command === 'add' && more.length === 0) await add(path, parseName(name), terminal)
    else if (command === 'revoke' && more.length === 0) await revoke(path, parseName(name), terminal)
    else {
      for (const line of usage) terminal.printError(line)
      return 1
    }
    return 0
  } catch (reason) {
    terminal.printError(reason instanceof Error ? reason.message : String(reason))
    return 1
  }
}

async function add(path: string, name: string, { print }: Terminal): Promise<void> {
  const key = generateKey()
  const kept: StoredKey = {
    name,
    hash: Buffer.from(hashKey(name, key).hash).toString('hex'),
    begins: key.slice(0, 'parley_'.length + 4),
    created: new Date().toISOString(),
  }
  await updateKeyFile(path, (keys) => {
    if (!keys.some((each) => each.name === name)) return [...keys, kept]
    throw new Error(`A key named ${name} already exists. Choose another name, or revoke it first.`)
  })
  if (await isOwnedByRoot(path)) {
    print(`${path} belongs to root. If Parley runs as another account, run: chown -R ACCOUNT ${dirname(path)}`)
  }
  print(`Key ${name} created. It is shown only once; only its hash is stored, in ${path}.`)
  print(key)
}

async function list(path: string, { print }: Terminal): Promise<void> {
  const keys = await readKeyFile(path)
  if (keys.length === 0) print('No keys yet. Create one: npm run keys -- add NAME')
  const width = Math.max(...keys.map(({ name }) => name.length))
  for (const { name, begins, created } of keys) print(`${name.padEnd(width)}  ${begins}…  ${created.slice(0, 10)}`)
}

async function revoke(path: string, name: string, { print }: Terminal): Promise<void> {
  await updateKeyFile(path, (keys) => {
    const others = keys.filter((each) => each.name !== name)
    if (others.length < keys.length) return others
    const names = keys.map((each) => each.name).join(', ')
    throw new Error(`There is no key named ${name}. ${names === '' ? 'No keys exist.' : `Existing keys: ${names}.`}`)
  })
  print(`Key ${name} revoked. A running server rejects it within a second.`)
}

function parseName(name: string | undefined): string {
  if (name === undefined) throw new Error('Name the key, for example: npm run keys -- add laptop')
  const checked = keyName.safeParse(name)
  if (checked.success) return checked.data
  throw new Error(`Invalid key name “${name}”: ${checked.error.issues[0]?.message ?? 'choose another name'}.`)
}
