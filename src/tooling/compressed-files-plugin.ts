import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/**
 * Writes a brotli file next to each text asset: `x.js.br` next to `x.js`. The highest level is too slow per request, but
 * affordable in a build, and saves about 7 %.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'parley-compressed-files',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css|svg)$/u.test(name))
      await Promise.all(
        texts.map(async (name) => {
          const file = join(dir, name)
          await writeFile(`${file}.br`, await compress(await readFile(file)))
        }),
      )
    },
  }
}
