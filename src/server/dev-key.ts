import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeKey } from './key-ring.ts'

/** The key of a development server, made once and kept in a file that only its owner can read. */
export async function readDevKey(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known.trim() !== '') return known.trim()
  const key = makeKey()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${key}\n`, { mode: 0o600 })
  return key
}
