import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The servers that tests and measurements start, and the names of their programs. */
const programs = {
  redis: ['valkey-server', 'redis-server'],
  postgres: ['postgres'],
  initdb: ['initdb'],
  nginx: ['nginx'],
} as const

export type ServerProgram = keyof typeof programs

export const programNames: readonly ServerProgram[] = ['redis', 'postgres', 'initdb', 'nginx']

/** The path of an installed program; undefined if there is none. */
export function findProgram(program: ServerProgram): string | undefined {
  // Debian keeps some of them off the path of ordinary accounts.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/sbin', ...postgresFolders()]
  const candidates = programs[program].flatMap((name) => folders.map((folder) => join(folder, name)))
  return candidates.find(isExecutable)
}

/** The path of an installed program. Throws an `Error` that says how to install it. */
export function requireProgram(program: ServerProgram): string {
  const path = findProgram(program)
  if (path !== undefined) return path
  const names = programs[program].join(' or ')
  throw new Error(
    `${names} is not installed. Run “npx tsx src/tooling/install-servers.ts”, which installs it or says how.`,
  )
}

/** The newest version first. */
function postgresFolders(): string[] {
  const versions = '/usr/lib/postgresql'
  try {
    const numbers = readdirSync(versions).toSorted((one, other) => Number(other) - Number(one))
    return numbers.map((version) => join(versions, version, 'bin'))
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
