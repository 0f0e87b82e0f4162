// Runs before the browser tests. Installs a Chromium for them if none is found, or prints how to.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findHeadlessShell, findTestBrowser } from './find-chromium.ts'

const isRoot = process.getuid?.() === 0
// Not on Ubuntu: its packages are snaps, which don't run in containers.
const canUseApt = isRoot && isDebian()

if (!(canUseApt ? findHeadlessShell() : findTestBrowser())) {
  const commands = canUseApt
    ? [
        'apt-get update',
        'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium-headless-shell',
      ]
    : [`npx playwright install ${isRoot ? '--with-deps ' : ''}chromium`]
  console.log(`No headless Chromium found for the browser tests. Running: ${commands.join(' && ')}`)
  commands.every((command) => spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0)
  if (!findTestBrowser()) {
    console.error(howToInstall(commands))
    process.exitCode = 1
  }
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
