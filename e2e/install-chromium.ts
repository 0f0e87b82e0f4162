// Runs before the browser tests. Installs a Chromium for them if none is found, or prints how to.
import { canInstallPackages, commandsToInstall, runCommands } from '#tooling/debian-packages.ts'
import { findHeadlessShell, findTestBrowser } from './find-chromium.ts'

const canUseApt = canInstallPackages()

if (!(canUseApt ? findHeadlessShell() : findTestBrowser())) {
  const commands = canUseApt
    ? commandsToInstall(['chromium-headless-shell'])
    : [`npx playwright install ${process.getuid?.() === 0 ? '--with-deps ' : ''}chromium`]
  console.log(`No headless Chromium found for the browser tests. Running: ${commands.join(' && ')}`)
  runCommands(commands)
  if (!findTestBrowser()) {
    console.error(howToInstall(commands))
    process.exitCode = 1
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
