import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the naive peer's page and returns its folder. */
export async function buildNaive(): Promise<string> {
  const outDir = join(import.meta.dirname, '../../node_modules/.cache/bench/catalogue')
  await build({
    root: join(import.meta.dirname, 'pages/naive'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 5000 },
  })
  return outDir
}
