import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES_ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Finds a browser to test with: the one `CHROMIUM` names, one on the system, or Playwright's own. */
export function findChromium(): string | undefined {
  // One named on purpose is never replaced quietly: if it can't be run, the launch says so.
  if (process.env['CHROMIUM']) return process.env['CHROMIUM']
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const onSystem = NAMES_ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onSystem, MAC_CHROME, chromium.executablePath()].find(isExecutable)
}

/**
 * What Chromium leaves out: talk with servers of its own, and the pages that it draws for its own address bar, which
 * no test sees and which cost half a second of a processor for each new window. The last such list that is given is
 * the one that counts, so this repeats what Playwright leaves out and tests rely on.
 */
const leftOut = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

/** How Chromium is started for tests: no graphics card, and nothing that only a person at a window would see. */
export function chromiumArguments(): string[] {
  return [
    `--disable-features=${leftOut.join(',')}`,
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium's sandbox refuses to start for root, which is who CI containers run as.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
