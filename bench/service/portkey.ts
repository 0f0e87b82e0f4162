import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startChild } from './child.ts'
import { freePort } from '#testing/free-port.ts'
import type { Target } from './targets.ts'

const folder = join(import.meta.dirname, '../../node_modules/.cache/bench/portkey')
const entry = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')

const wanted = {
  private: true,
  dependencies: { '@portkey-ai/gateway': '1.15.2' },
  // With later versions (1.14.4 to 1.19.19 were tried) every stream fails, because the gateway adds headers to an immutable
  // response.
  overrides: { '@hono/node-server': '1.14.0' },
}

/** The Portkey gateway, installed on first use. Logs the reason and returns undefined if that fails. */
export async function installPortkey(): Promise<Target | undefined> {
  try {
    if (!existsSync(entry)) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'package.json'), JSON.stringify(wanted))
      await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-package-lock', '--ignore-scripts'])
    }
  } catch (reason) {
    const why = reason instanceof Error ? reason.message.split('\n', 1)[0] : String(reason)
    console.log(`The Portkey gateway is left out, because it could not be installed: ${why}`)
    return undefined
  }
  let enginePort = 0
  return {
    name: 'portkey',
    path: '/v1/chat/completions',
    get headers() {
      const engine = `x-portkey-provider: openai\r\nx-portkey-custom-host: http://127.0.0.1:${enginePort}/v1\r\n`
      return `${engine}authorization: Bearer sk-of-the-engine\r\n`
    },
    async start(port) {
      enginePort = port
      const own = await freePort()
      return startChild({ file: entry, args: ['--headless', `--port=${own}`], readyAt: { port: own, path: '/' } })
    },
  }
}
