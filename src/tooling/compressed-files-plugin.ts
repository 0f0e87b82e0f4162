import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/**
 * Leaves each text among the assets compressed beside itself, `x.js.br` beside `x.js`. A server has no time for the last
 * levels of brotli while somebody waits; a build has, and a page comes in some seven bytes fewer of a hundred.
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
