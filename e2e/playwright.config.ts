import { defineConfig } from '@playwright/test'
import { chromiumArguments, findTestBrowser } from './find-chromium.ts'

/** All tests run at desktop size; those tagged `@phone` also at phone size. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Tests mostly wait for paced replies, so use one worker more than a small machine has cores.
  workers: 3,
  fullyParallel: true,
  // What a busy or slow machine may need for a whole flow; a test that fails waits no longer than an expectation.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // CI machines are shared: retry once there, and list the test as flaky.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // The JSON report is for .ci/run.
  reporter: [['list'], ['json', { outputFile: '../node_modules/.cache/reports/browser.json' }]],
  use: {
    launchOptions: {
      executablePath: findTestBrowser(),
      // For tests of what only a public host name shows.
      args: [...chromiumArguments(), '--host-resolver-rules=MAP parley.example 127.0.0.1'],
    },
    screenshot: 'only-on-failure',
    // Transitions draw many frames, which tests would wait for.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', grep: /@phone/u, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
})
