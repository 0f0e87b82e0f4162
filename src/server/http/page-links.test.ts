import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPageLinks } from './page-links.ts'

async function linksOf(manifest?: unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-links-'))
  try {
    await mkdir(join(folder, '.vite'))
    if (manifest !== undefined) await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
    return await readPageLinks(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('preloads each further script of a page once', async () => {
  const links = await linksOf({
    'index.html': { file: 'assets/first.js', imports: ['_libraries.js'], isEntry: true },
    '_libraries.js': { file: 'assets/libraries.js' },
    '_shared.js': { file: 'assets/shared.js', imports: ['_libraries.js', '_prices.js'] },
    '_prices.js': { file: 'assets/prices.js', imports: ['_shared.js'] },
    'src/app/features/catalogue/models-page.tsx': {
      file: 'assets/models.js',
      imports: ['_shared.js', 'index.html', '_prices.js'],
    },
  })
  expect(links('/models')).toBe(
    '</assets/models.js>; rel=modulepreload, </assets/shared.js>; rel=modulepreload, </assets/prices.js>; rel=modulepreload',
  )
  expect(links('/models/parley/eliza')).toBeUndefined()
  expect(links('/')).toBeUndefined()
})

test('preloads nothing without the build’s manifest', async () => {
  const links = await linksOf()
  expect(links('/models')).toBeUndefined()
})
