import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressedFiles } from './compressed-files-plugin.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('compresses only scripts, next to the originals', async () => {
  await writeFile(join(folder, 'index.html'), '<script type="module" src="./app.js"></script>')
  await writeFile(join(folder, 'app.js'), "document.title = 'Parley'")
  await build({ root: folder, configFile: false, logLevel: 'silent', plugins: [compressedFiles()] })
  const scripts = await readdir(join(folder, 'dist/assets'))
  const script = scripts.find((name) => name.endsWith('.js')) ?? ''
  expect(scripts.toSorted()).toEqual([script, `${script}.br`])
  const [whole, packed] = await Promise.all(
    scripts.toSorted().map((name) => readFile(join(folder, 'dist/assets', name))),
  )
  expect(brotliDecompressSync(packed ?? '')).toEqual(whole)
  expect(await readdir(join(folder, 'dist'))).not.toContain('index.html.br')
})
