import { readFileSync, readdirSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

/** V8 keeps object literals twice, as source and as objects. Parsed JSON is only kept once. */
const dataAsText: Plugin = {
  name: 'parley-data-as-text',
  enforce: 'pre',
  transform: {
    filter: { id: /\.json$/ },
    handler: (code) => ({
      code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(code)))})`,
      moduleType: 'js',
    }),
  },
}

/** V8 keeps the source in memory, with two bytes per character if a single one is outside Latin-1. */
const asciiOnly: Plugin = {
  name: 'parley-ascii-only',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code)
  },
}

/** Escaping is safe: such characters only occur in strings and regular expressions. */
function escaped(code: string): string {
  return code.replaceAll(/[^\0-\x7F]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/**
 * Bundles only the part of undici that the server imports; its entry loads all of it, with caches and mocks. That takes 13 MB,
 * and 1,000 open streams then take 1.45 × the memory of a pipe (goal 1.4, `npm run bench:service -- memory`). `fetch` is run
 * with the first request that needs it. The build fails if undici moves one of these files.
 */
const usedPartOfUndici: Plugin = {
  name: 'parley-used-part-of-undici',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]undici[\\/]index\.js$/ },
    handler: () => ({
      code: `exports.Agent = require('./lib/dispatcher/agent')
        exports.buildConnector = require('./lib/core/connect')
        exports.errors = require('./lib/core/errors')
        exports.fetch = (...args) => require('./lib/web/fetch').fetch(...args)`,
      moduleType: 'js',
    }),
  },
}

/** The database's migrations stay files of their own, beside the bundle. */
const migrations: Plugin = {
  name: 'parley-migrations',
  generateBundle() {
    const folder = 'src/server/state/postgres/migrations'
    for (const name of readdirSync(folder)) {
      this.emitFile({ type: 'asset', fileName: `migrations/${name}`, source: readFileSync(`${folder}/${name}`) })
    }
  },
}

// Builds the server for `npm start` as one JavaScript module, since a TypeScript loader would cost memory and time.
// Bundling packages saves 5 MB; pino stays external, because it locates its own files, and so do packages for settings that
// few installations use, because the bundle is one module and stays in memory as a whole.
export default defineConfig({
  plugins: [dataAsText, usedPartOfUndici, asciiOnly, migrations],
  ssr: {
    noExternal: true,
    external: [
      'pino',
      'iovalkey',
      'pg',
      '@opentelemetry/api',
      '@opentelemetry/sdk-trace-base',
      '@opentelemetry/exporter-trace-otlp-http',
    ],
  },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'build/server',
    target: 'node20',
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false, comments: { legal: true, annotation: false, jsdoc: false } } },
  },
})
