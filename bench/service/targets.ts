import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild, type Child } from './child.ts'
import { freePort } from '#testing/free-port.ts'
import { installPortkey } from './portkey.ts'

/** A measured proxy and how to call it. */
export interface Target {
  name: string
  path: string
  /** Complete header lines with line breaks. */
  headers: string
  start(enginePort: number): Promise<Child>
}

const path = '/v1/chat/completions'
const key = 'bench-key-of-a-caller'

/** Node's arguments in `npm start`. */
const startArgs = words(
  /"start": "node (--.*) build/.exec(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))?.[1],
)

/** The baseline comes first. */
export async function chooseTargets(names: readonly string[]): Promise<Target[]> {
  const all: Target[] = [
    {
      name: 'pipe',
      path,
      headers: '',
      start: (port) => startChild({ file: 'pipe.js', args: [String(port)] }),
    },
    {
      name: 'parley',
      path,
      headers: `authorization: Bearer ${key}\r\n`,
      async start(enginePort) {
        const port = await freePort()
        // Its own, because the usage of earlier runs takes time and memory to read.
        const store = await mkdtemp(join(tmpdir(), 'parley-bench-'))
        const child = await startChild({
          file: '../../build/server/main.js',
          nodeArgs: [...startArgs, ...words(process.env['BENCH_PARLEY_ARGS'])],
          env: {
            PORT: String(port),
            PARLEY_API_KEYS: `another-key,${key}`,
            PARLEY_ENGINE_URL: `http://127.0.0.1:${enginePort}/v1`,
            PARLEY_ENGINE_KEY: 'sk-of-the-engine',
            PARLEY_DISCOVERY: 'off',
            PARLEY_STORE: `file:${store}`,
          },
          readyAt: { port, path: '/readyz' },
        })
        return {
          ...child,
          async stop() {
            await child.stop()
            await rm(store, { recursive: true, force: true })
          },
        }
      },
    },
  ]
  const portkey = names.length === 0 || names.includes('portkey') ? await installPortkey() : undefined
  if (portkey) all.push(portkey)
  return all.filter(({ name }) => names.length === 0 || names.includes(name))
}

function words(text = ''): string[] {
  return text.split(' ').filter((each) => each !== '')
}
