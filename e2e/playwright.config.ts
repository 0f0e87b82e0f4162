import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './find-chromium.ts'

/** Every test runs at desktop size; those tagged `@phone` run at phone size too. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Much of a test is waiting for paced replies: one more than a small machine has cores keeps it busy.
  workers: 3,
  fullyParallel: true,
  // CI's machine is shared: what fails there once is tried again, and is listed as flaky for somebody to look at.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // The second report is for CI, which counts what passed; see .ci/run.
  reporter: [['list'], ['json', { outputFile: '../node_modules/.cache/reports/browser.json' }]],
  use: {
    launchOptions: { executablePath: findChromium(), args: chromiumArguments() },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone/u, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
})
