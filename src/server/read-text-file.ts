import { readFileSync } from 'node:fs'

/** A file's text, or undefined if it doesn't exist. Throws the system's error if it can't be read. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (reason) {
    if (reason instanceof Error && 'code' in reason && reason.code === 'ENOENT') return undefined
    throw reason
  }
}
