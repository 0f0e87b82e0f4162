// Runs before the unit tests and `npm run bench:scale`. Installs the servers that they start, or prints how to.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { type ServerProgram, findProgram, programNames } from '#testing/server-programs.ts'
import { canInstallPackages, commandsToInstall, runCommands } from './debian-packages.ts'

/** The Debian package of each program. */
const packages: Readonly<Record<ServerProgram, string>> = {
  redis: 'redis-server',
  postgres: 'postgresql',
  initdb: 'postgresql',
  nginx: 'nginx-light',
}

const toInstall = missingPackages()
if (toInstall.length > 0) {
  const commands = commandsToInstall(toInstall)
  if (canInstallPackages()) {
    console.log(`The tests start servers that are not installed. Running: ${commands.join(' && ')}`)
    withoutServices(() => runCommands(commands))
  }
  const still = missingPackages()
  if (still.length > 0) {
    console.error(`
The tests need servers that are not installed. Install them with your system's package manager, then run the tests again:
  - Debian and Ubuntu:   sudo apt-get install --no-install-recommends ${still.join(' ')}
  - macOS:               brew install valkey postgresql nginx
`)
    process.exitCode = 1
  }
}

function missingPackages(): string[] {
  const absent = programNames.filter((program) => findProgram(program) === undefined)
  return [...new Set(absent.map((program) => packages[program]))]
}

/** Debian starts what it installs unless this file forbids it; the tests start servers of their own. */
function withoutServices(install: () => unknown): void {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return void install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    install()
  } finally {
    rmSync(policy)
  }
}
