import { join } from 'node:path'
import { build } from 'vite'

const folder = join(import.meta.dirname, '../../node_modules/.cache/test-server')

/** The server that `startParleyProcess` runs. */
export const bundledServer = join(folder, 'serve.js')

/** Vitest's global setup: bundles the server once, because loading TypeScript takes a second of each process that tests start. */
export async function setup(): Promise<void> {
  await build({
    configFile: 'src/tooling/bundle.config.ts',
    logLevel: 'warn',
    build: { ssr: 'src/testing/serve.ts', outDir: folder, emptyOutDir: true },
  })
}
