import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { metaPolicy } from '#server/http/page-headers.ts'

/** The worker's name in the built folder; it must not change, or browsers would keep the old one for ever. */
const workerFile = 'service-worker.js'

/**
 * Makes a build that any static host can serve, in any folder: addresses are relative, the content security policy
 * stands in the page because such hosts send no headers of ours, and a service worker knows every file.
 */
export function staticCopy(): Plugin {
  return {
    name: 'parley-static-copy',
    config: ({ build }) => ({
      base: './',
      build: {
        // Beside the ordinary build, unless the command line says where.
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
      // After the page itself, which Vite adds late.
      order: 'post',
      handler(_, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name !== workerFile && !name.endsWith('.map') && !/KaTeX_.*\.(?:woff|ttf)$/u.test(name))
          .toSorted()
        const version = createHash('sha256')
        for (const name of files) {
          const file = bundle[name]
          if (file) version.update(name).update(file.type === 'chunk' ? file.code : file.source)
        }
        const worker = bundle[workerFile]
        if (worker?.type !== 'chunk') return this.error(`The build has lost its ${workerFile}.`)
        const shell = {
          version: version.digest('hex').slice(0, 16),
          // The page goes by the folder's own address; of public/, which is copied as it is, these belong to it.
          files: [
            './',
            ...files.filter((name) => name !== 'index.html'),
            'theme.js',
            'icon.svg',
            'manifest.webmanifest',
          ],
        }
        worker.code = worker.code.replaceAll('shellOfBuild', () => JSON.stringify(shell))
      },
    },
  }
}
