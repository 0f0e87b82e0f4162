import { dirname, join } from 'node:path'
import { createServer as createViteServer, type ViteDevServer } from 'vite'
import { readConfig } from './config.ts'
import { readDevKey } from './dev-key.ts'
import { keyFileIn } from './keys/key-file.ts'
import { readTextFile } from './read-text-file.ts'
import { runServer } from './run-server.ts'

/** Serves the page with hot reload and the service, in one process on one port: what `npm run dev` runs under `tsx watch`. */
async function dev(): Promise<void> {
  const reading = readConfig(process.env, readTextFile)
  if ('problems' in reading) {
    process.stdout.write(`${reading.problems.join('\n')}\n`)
    process.exitCode = 1
    return
  }
  const { config } = reading
  // The same key after every restart, so that an open page goes on working.
  const linkKey = await readDevKey(join(dirname(keyFileIn(config.store)), 'dev-key'))
  let vite: ViteDevServer | undefined
  const serves = await runServer({
    // Nobody who has just saved a file wants to wait for a stream.
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
