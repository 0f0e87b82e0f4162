import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startChild } from './child.ts'
import { freePort } from './free-port.ts'
import type { Target } from './targets.ts'

const version = '1.15.2'
const folder = join(import.meta.dirname, '../../node_modules/.cache/bench')
const entry = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')

/** A gateway that others use, installed when it is first asked for. Undefined, with a word why, where that fails. */
export async function installPortkey(): Promise<Target | undefined> {
  try {
    if (!existsSync(entry)) {
      const packageName = `@portkey-ai/gateway@${version}`
      await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', packageName])
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
