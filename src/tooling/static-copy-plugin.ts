import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { isolationHeaders, metaPolicy } from '#server/http/page-headers.ts'

/** The engine of models in files, which most visits don't need: cached when it is first used. */
const onDemand = /^assets\/(?:llama\.worker|wllama)-[^/]+\.(?:js|wasm)$/u

/** The service worker's file name. It must never change, or browsers would keep the old worker. */
const workerFile = 'service-worker.js'

/**
 * Creates a build for any static host and folder: relative addresses, the content security policy in a `<meta>` element
 * instead of a header, and a service worker that knows every file.
 */
export function staticCopy(): Plugin {
  return {
    name: 'parley-static-copy',
    config: ({ build }) => ({
      base: './',
      build: {
        // A separate folder, unless the command line names one.
        outDir: build?.outDir === 'dist' ? 'dist-static' : build?.outDir,
        rolldownOptions: {
          input: { index: 'index.html', 'service-worker': 'src/app/data/calls/service-worker.ts' },
          output: {
            entryFileNames: ({ name }) => (name === 'service-worker' ? workerFile : 'assets/[name]-[hash].js'),
          },
        },
      },
    }),
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy },
        injectTo: 'head-prepend',
      },
      { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head' },
    ],
    generateBundle: {
      // Last, because Vite adds the page late.
      order: 'post',
      handler(_, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name !== workerFile && !name.endsWith('.map') && !/KaTeX_.*\.(?:woff|ttf)$/u.test(name))
          .toSorted()
        const first = files.filter((name) => !onDemand.test(name))
        const version = createHash('sha256')
        for (const name of files) {
          const file = bundle[name]
          if (file) version.update(name).update(file.type === 'chunk' ? file.code : file.source)
        }
        const worker = bundle[workerFile]
        if (worker?.type !== 'chunk') return this.error(`The build has lost its ${workerFile}.`)
        const shell = {
          version: version.digest('hex').slice(0, 16),
          // The page is cached as the folder's address; from public/, only these files belong to it.
          files: [
            './',
            ...first.filter((name) => name !== 'index.html'),
            'theme.js',
            'icon.svg',
            'manifest.webmanifest',
          ],
          onDemand: files.filter((name) => onDemand.test(name)),
          headers: isolationHeaders,
        }
        worker.code = worker.code.replaceAll('shellOfBuild', () => JSON.stringify(shell))
      },
    },
  }
}
