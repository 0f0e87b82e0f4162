import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether packages can be installed with apt. Not on Ubuntu, where some are snaps, which don't run in containers. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && isDebian()
}

/** The shell commands that install Debian packages. */
export function commandsToInstall(packages: readonly string[]): string[] {
  const install = `DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${packages.join(' ')}`
  return ['apt-get update', install]
}

/** Runs commands one after the other, until one fails. */
export function runCommands(commands: readonly string[]): boolean {
  return commands.every((command) => spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0)
}

function isDebian(): boolean {
  try {
    return /^ID=debian$/mu.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}
