import { join } from 'node:path'
import { readConfig } from './config.ts'
import { makeKey } from './key-ring.ts'
import { readTextFile } from './read-text-file.ts'
import { runServer } from './run-server.ts'
import { loadStaticFiles } from './static-files.ts'

/** Serves the built page and the service: what `npm start` runs after building. */
async function main(): Promise<void> {
  const reading = readConfig(process.env, readTextFile)
  if ('problems' in reading) return fail(...reading.problems)
  const { config } = reading
  const folder = config.pageFolder === '' ? join(import.meta.dirname, '../../dist') : config.pageFolder
  const files = await loadStaticFiles(folder)
  if (!files)
    return fail(`There is no built page in ${folder}. Run “npm run build” first, or “npm start”, which does both.`)
  const linkKey = config.apiKeys.length === 0 ? makeKey() : undefined
  const serves = await runServer({ config, linkKey, pages: () => files })
  if (!serves) process.exitCode = 1
}

function fail(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = 1
}

await main()
