import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type BuildOptions, type UserConfig } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { compressedFiles } from './src/tooling/compressed-files-plugin.ts'
import { staticCopy } from './src/tooling/static-copy-plugin.ts'

/** What only our own server can make use of: a static host knows no pages, and its service worker stands alone. */
const ofServedPage: BuildOptions = {
  // From it the server reads what each page needs; see src/server/http/page-links.ts.
  manifest: true,
  rolldownOptions: {
    output: {
      // What the first page needs comes in three files and not in twenty, which a far network would ask for in
      // turns; what changes least is one of its own, and stays in the cache over updates.
      codeSplitting: {
        groups: [
          { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/].*\.[cm]?js$/u, priority: 1 },
          { name: 'first', tags: ['$initial'] },
          // The same for what several pages share: the catalogue alone would ask for ten crumbs of it.
          {
            name: 'crumbs',
            test: /[\\/](?:lucide-react[\\/].*[\\/]icons[\\/]|src[\\/](?:app[\\/](?:ui[\\/](?:focus|format|copy-button))|contract[\\/](?:rate-of|model-types)|dialects[\\/]providers))/u,
            minShareCount: 2,
          },
          { name: 'shared', test: /[\\/]src[\\/]app[\\/]models[\\/]/u, minShareCount: 2 },
          // The next group would take it along, although the history needs it too.
          { name: 'database', test: /[\\/]node_modules[\\/]dexie[\\/]/u, priority: 1 },
          // Models in files: one name in the lists of what to preload, and not five.
          {
            name: 'model-files',
            test: /[\\/]src[\\/](?:app[\\/](?:data|chat)[\\/]model-files[\\/]|app[\\/]features[\\/]settings[\\/](?:open-model-file|select-model)\.ts|dialects[\\/]gguf[\\/])/u,
          },
          // The next group would take it along, although other pages need it without the catalogue.
          {
            name: 'virtual',
            test: /[\\/]node_modules[\\/]@tanstack[\\/](?:react-virtual|virtual-core)[\\/]|[\\/]src[\\/]app[\\/]ui[\\/]media\.ts$/u,
            priority: 1,
          },
          // The catalogue's table shares much with its panels and its plot, which load later: one file is smaller than two.
          {
            name: 'catalogue',
            test: /[\\/]src[\\/]app[\\/]features[\\/]catalogue[\\/](?!models-page|plot[\\/.]|.*(?:-choices|saved-views)\.tsx$)/u,
          },
        ],
      },
    },
  },
}

/** The version in package.json, which reports name. */
const version = /"version": "([^"]+)"/u.exec(readFileSync('package.json', 'utf8'))?.[1] ?? ''

export default defineConfig(async ({ mode }): Promise<UserConfig> => ({
  define: { 'import.meta.env.PARLEY_VERSION': JSON.stringify(version) },
  plugins: [react(), tailwindcss(), mode === 'static' ? staticCopy() : compressedFiles()],
  resolve: {
    alias: {
      // The same letters in three fifths of the bytes; see src/tooling/font-subset.ts.
      './files/inter-latin-wght-normal.woff2': fileURLToPath(
        new URL('src/app/ui/fonts/inter-latin.woff2', import.meta.url),
      ),
      // Its browser build decodes `&amp;` through innerHTML, which the page's Trusted Types forbid; this one has a table.
      'decode-named-character-reference': fileURLToPath(
        new URL('index.js', import.meta.resolve('decode-named-character-reference')),
      ),
    },
  },
  // The pages of the bench are none of ours, and their packages are seldom installed.
  optimizeDeps: { entries: ['index.html'] },
  // The reader of streams is a module, as the page is.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    sourcemap: true,
    // Baseline 2024: what every current browser could run at the end of that year.
    target: ['es2023', 'chrome131', 'edge131', 'firefox133', 'safari18.2'],
    // The page's content security policy allows no data: fonts or scripts, so every asset stays a file.
    assetsInlineLimit: 0,
    // The polyfill is for browsers older than the target.
    modulePreload: { polyfill: false },
    ...(mode !== 'static' && ofServedPage),
  },
  test: {
    // One more than a small machine has cores, since many tests wait for a process, a timer or the browser.
    maxWorkers: 3,
    // They load modules in less time than processes do.
    pool: 'threads',
    // CI's machine is shared, as for the browser tests.
    retry: process.env['CI'] ? 1 : 0,
    // Properties run hundreds of cases; a busy or slow machine must not fail them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The second report is for CI, which counts what passed; see .ci/run.
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/reports/unit.json' }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          sequence: { groupOrder: 0 },
          globalSetup: 'src/testing/bundle-server.ts',
          // Loading modules anew for each file takes longer than the tests; none of them leaves anything behind.
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/app/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          sequence: { groupOrder: 0 },
          include: ['src/app/**/*.test.tsx'],
          exclude: ['src/app/**/*.browser.test.tsx'],
        },
      },
      // Components in a real browser. Only tests load the provider, so that a build doesn't wait for Playwright.
      ...(mode === 'test' ? [await componentTests()] : []),
    ],
  },
}))

async function componentTests(): Promise<TestProjectInlineConfiguration> {
  const { playwright } = await import('@vitest/browser-playwright')
  const { chromiumArguments, findTestBrowser } = await import('./e2e/find-chromium.ts')
  const { serveTestModels } = await import('./src/testing/serve-test-models.ts')
  const executablePath = findTestBrowser()
  return {
    extends: true,
    plugins: [serveTestModels()],
    // Found before the first test runs: a dependency discovered later reloads the page in the middle of a test.
    optimizeDeps: {
      include: [
        'vitest-browser-react',
        'react',
        'react-dom',
        'react-dom/client',
        'react/jsx-dev-runtime',
        '@base-ui/react/combobox',
        '@base-ui/react/menu',
        '@base-ui/react/popover',
        '@wllama/wllama/esm/index.js',
      ],
    },
    test: {
      name: 'component',
      // After the others: side by side they would overload a small machine.
      sequence: { groupOrder: 1 },
      include: ['src/app/**/*.browser.test.tsx'],
      // Loading the page's modules takes longer than a test; renderApp leaves nothing behind.
      isolate: false,
      setupFiles: ['src/app/ui/clean-up.test-support.ts'],
      // What a busy machine may need for a whole page; a test that fails waits no longer than a poll.
      testTimeout: 60_000,
      // Asking more often would hold up the page, which it shares the thread with.
      expect: { poll: { timeout: 10_000, interval: 100 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments() },
          // Transitions draw many frames, which tests would wait for.
          contextOptions: { reducedMotion: 'reduce' },
        }),
        instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
      },
    },
  }
}
