// Runs before the browser tests. Installs Chromium if none is found, or prints how to.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findChromium } from './find-chromium.ts'

if (!findChromium()) {
  const commands = installCommands()
  console.log(`No Chromium found for the browser tests. Running: ${commands.join(' && ')}`)
  const done = commands.every((command) => spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0)
  if (!done || !findChromium()) {
    console.error(howToInstall(commands))
    process.exitCode = 1
  }
}

function installCommands(): string[] {
  const isRoot = process.getuid?.() === 0
  // Debian only: Ubuntu's package is a snap, which doesn't run in containers.
  if (isRoot && isDebian()) {
    return ['apt-get update', 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium']
  }
  return [`npx playwright install ${isRoot ? '--with-deps ' : ''}chromium`]
}

function isDebian(): boolean {
  try {
    return /^ID=debian$/mu.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function howToInstall(commands: string[]): string {
  return `
The browser tests need Chromium, and installing it failed (see above). Do one of these, then run the tests again:
  - install Chromium or Chrome with your system's package manager   (Debian: sudo apt-get install chromium)
  - ${commands.join(' && ')}
  - name one you already have:   CHROMIUM=/path/to/chrome npm run test:e2e
`
}
