import { startChild } from './child.ts'
import { fork } from 'node:child_process'
import { loadOn } from './measures.ts'
import { freePort } from './free-port.ts'
import { openSync } from 'node:fs'
const engine = await startChild({ file: 'player.ts' })
const loader = await startChild({ file: 'load.ts' })
const port = await freePort()
const out = openSync('/tmp/fwd/trace.out', 'w')
const c = fork('build/server/main.js', [], {
  execArgv: (process.env.ARGS ?? '--trace-gc').split(' '),
  env: {
    ...process.env,
    PORT: String(port),
    PARLEY_API_KEYS: 'another-key,bench-key-of-a-caller',
    PARLEY_ENGINE_URL: `http://127.0.0.1:${engine.port}/v1`,
    PARLEY_ENGINE_KEY: 'sk-of-the-engine',
    PARLEY_DISCOVERY: 'off',
    PARLEY_LOG_LEVEL: 'error',
  },
  stdio: ['ignore', out, out, 'ipc'],
})
await new Promise((r) => setTimeout(r, 2500))
const load = loadOn(
  { path: '/v1/chat/completions', headers: 'authorization: Bearer bench-key-of-a-caller\r\n' } as any,
  { port } as any,
  loader,
)
console.log(await load({ kind: 'json', connections: 32, ms: 2500 }))
c.kill()
await engine.stop()
await loader.stop()
