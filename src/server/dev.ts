import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ViteDevServer, createServer as createViteServer } from 'vite'
import { readConfig } from './config/config.ts'
import { readTextFile } from './read-text-file.ts'
import { runServer } from './run-server.ts'
import { keyFilePath } from './state/key-file.ts'
import { generateKey } from './state/key-ring.ts'

/** Serves the page with hot reload and the service on one port. `npm run dev` runs this under `tsx watch`. */
async function dev(): Promise<void> {
  const reading = readConfig(process.env, readTextFile)
  if ('problems' in reading) {
    process.stdout.write(`${reading.problems.join('\n')}\n`)
    process.exitCode = 1
    return
  }
  const { config } = reading
  // Keep the key across restarts, so that open pages keep working.
  const linkKey = await readDevKey(join(dirname(keyFilePath(config.store)), 'dev-key'))
  let vite: ViteDevServer | undefined
  const serves = await runServer({
    // Don't wait for open streams before restarting.
    config: { ...config, shutdownGraceMs: 0 },
    linkKey,
    pages: async (server) => {
      const { middlewares } = (vite = await createViteServer({
        appType: 'spa',
        server: { middlewareMode: true, hmr: { server } },
      }))
      return (request, response) => {
        middlewares(request, response)
        return true
      }
    },
    close: async () => vite?.close(),
  })
  if (!serves) process.exitCode = 1
}

await dev()

/** The development server's key, created once in a file that only its owner can read. */
export async function readDevKey(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known.trim() !== '') return known.trim()
  const key = generateKey()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${key}\n`, { mode: 0o600 })
  return key
}
