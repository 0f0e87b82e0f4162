import { dirname } from 'node:path'
import { hashKey, makeKey } from './state/key-ring.ts'
import { changeKeyFile, isRootsOwn, keyName, readKeyFile, type KeptKey } from './state/key-file.ts'

interface Terminal {
  say(line: string): void
  complain(line: string): void
}

const usage = [
  'Keys that last, kept as hashes in a file that git does not see. A running server takes changes up by itself.',
  '  npm run keys -- add NAME      makes a key and shows it once',
  '  npm run keys -- list          shows the names',
  '  npm run keys -- revoke NAME   makes a key stop working',
]

/** Does what `npm run keys -- …` asks, with the keys of one file. Resolves to the exit code; 1 says why on the error output. */
export async function runKeysCommand(args: readonly string[], path: string, terminal: Terminal): Promise<0 | 1> {
  const [command, name, ...more] = args
  try {
    if (command === 'list' && name === undefined) await list(path, terminal)
    else if (command === 'add' && more.length === 0) await add(path, checkName(name), terminal)
    else if (command === 'revoke' && more.length === 0) await revoke(path, checkName(name), terminal)
    else {
      for (const line of usage) terminal.complain(line)
      return 1
    }
    return 0
  } catch (reason) {
    terminal.complain(reason instanceof Error ? reason.message : String(reason))
    return 1
  }
}

async function add(path: string, name: string, { say }: Terminal): Promise<void> {
  const key = makeKey()
  const kept: KeptKey = {
    name,
    hash: Buffer.from(hashKey(name, key).hash).toString('hex'),
    begins: key.slice(0, 'parley_'.length + 4),
    created: new Date().toISOString(),
  }
  await changeKeyFile(path, (keys) => {
    if (!keys.some((each) => each.name === name)) return [...keys, kept]
    throw new Error(`There is a key named ${name} already. Choose another name, or revoke that one first.`)
  })
  if (await isRootsOwn(path)) {
    say(`${path} belongs to root. If Parley runs as another account, run: chown -R ACCOUNT ${dirname(path)}`)
  }
  say(`The key named ${name}. It is shown this once and kept nowhere; only its hash is in ${path}.`)
  say(key)
}

async function list(path: string, { say }: Terminal): Promise<void> {
  const keys = await readKeyFile(path)
  if (keys.length === 0) say('There are no keys yet. Make one: npm run keys -- add NAME')
  const width = Math.max(...keys.map(({ name }) => name.length))
  for (const { name, begins, created } of keys) say(`${name.padEnd(width)}  ${begins}…  ${created.slice(0, 10)}`)
}

async function revoke(path: string, name: string, { say }: Terminal): Promise<void> {
  await changeKeyFile(path, (keys) => {
    const others = keys.filter((each) => each.name !== name)
    if (others.length < keys.length) return others
    const names = keys.map((each) => each.name).join(', ')
    throw new Error(
      `There is no key named ${name}. ${names === '' ? 'There are none at all.' : `There are: ${names}.`}`,
    )
  })
  say(`The key named ${name} is revoked. A running server refuses it within a second.`)
}

function checkName(name: string | undefined): string {
  if (name === undefined) throw new Error('Which key? Say its name, such as: npm run keys -- add laptop')
  const checked = keyName.safeParse(name)
  if (checked.success) return checked.data
  throw new Error(`A key cannot be called “${name}”: ${checked.error.issues[0]?.message ?? 'choose another name'}.`)
}
