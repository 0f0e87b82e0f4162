import { defineConfig, type Plugin } from 'vite'

/** What a program spells out as objects V8 keeps twice: as it was written, and as it was made. */
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

/** V8 keeps a program's text as long as it runs, at two bytes a letter where a single one is beyond Latin-1. */
const asciiOnly: Plugin = {
  name: 'parley-ascii-only',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code)
  },
}

/** The same program: in texts and patterns, the only places for such letters, both spellings mean the same. */
function escaped(code: string): string {
  return code.replaceAll(/[^\0-\x7F]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// The server as `npm start` runs it: one plain module, since a loader of TypeScript would cost every request time and
// memory. Packages are taken in, all but the logging library, which finds its own files: of what they hold only the used
// part is loaded, which saves 5 MB.
export default defineConfig({
  plugins: [dataAsText, asciiOnly],
  ssr: { noExternal: true, external: ['pino'] },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'build/server',
    target: 'node20',
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false, comments: { legal: true, annotation: false, jsdoc: false } } },
  },
})
