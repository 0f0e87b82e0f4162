import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { peerNames } from './targets.ts'

const project = join(import.meta.dirname, '../..')
const cache = join(project, 'node_modules/.cache/bench/stream')
const pages = join(import.meta.dirname, 'pages')

/** Packages of the peers' pages, installed separately so that the project doesn't depend on them. */
const peerPackages = {
  '@streamdown/code': '2.0.0',
  'highlight.js': '11.12.0',
  marked: '18.2.1',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-markdown': '10.1.0',
  'rehype-highlight': '7.0.2',
  'remark-gfm': '4.0.1',
  streamdown: '2.7.1',
  tailwindcss: '4.3.3',
}

/** Builds the peers' pages, `NAME.html` each, and returns their folder. */
export async function buildPages(): Promise<string> {
  await installPeers()
  const built = join(cache, 'dist')
  const copied = join(cache, 'pages')
  await rm(copied, { recursive: true, force: true })
  // Next to their packages, so that imports resolve to those.
  await cp(pages, copied, { recursive: true })
  const input = peerNames.map((name) => join(copied, `${name}.html`))
  await build({
    root: copied,
    base: './',
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), tailwindcss()],
    build: { outDir: built, emptyOutDir: true, chunkSizeWarningLimit: 5000, rolldownOptions: { input } },
  })
  return built
}

async function installPeers(): Promise<void> {
  const manifest = join(cache, 'package.json')
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: peerPackages }, null, 2)
  const stamp = join(cache, 'installed.json')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return
  await mkdir(cache, { recursive: true })
  await writeFile(manifest, wanted)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: cache, stdio: 'inherit' })
  await writeFile(stamp, wanted)
}
