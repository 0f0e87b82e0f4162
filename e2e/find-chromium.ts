import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES_ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The whole browser, for measurements and pictures: `CHROMIUM`, an installed one, or Playwright's own. */
export function findChromium(): string | undefined {
  return find([...onPath(NAMES_ON_PATH), MAC_CHROME, chromium.executablePath()])
}

/** Chromium without windows, which takes half the processor time: `CHROMIUM` or Debian's. */
export function findHeadlessShell(): string | undefined {
  return find(onPath(['chromium-headless-shell']))
}

/** The browser for tests. */
export function findTestBrowser(): string | undefined {
  return findHeadlessShell() ?? findChromium()
}

function find(candidates: readonly string[]): string | undefined {
  // An explicit choice is never replaced silently: if it can't run, the launch fails.
  return process.env['CHROMIUM'] || candidates.find(isExecutable)
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/**
 * Disabled features: requests to Google, and the address bar's popups, which cost half a second of processor time per
 * window. Only the last `--disable-features` counts, so this repeats Playwright's own list.
 */
const disabledFeatures = [
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

/** Chromium's arguments for tests: no GPU, no background services. */
export function chromiumArguments(): string[] {
  return [
    `--disable-features=${disabledFeatures.join(',')}`,
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The sandbox doesn't start as root, the user of CI containers.
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
