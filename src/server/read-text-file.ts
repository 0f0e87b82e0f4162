import { readFileSync } from 'node:fs'

/** A file's text, or undefined where there is no such file. Throws the system's error when it is there and cannot be read. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (reason) {
    if (reason instanceof Error && 'code' in reason && reason.code === 'ENOENT') return undefined
    throw reason
  }
}
