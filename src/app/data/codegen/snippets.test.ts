import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeLanguages } from './code-languages.ts'
import { bodyOf, keyVariable, type CodeRequest } from './literal.ts'
import { pythonStandIn } from './python-stand-in.test-support.ts'
import { anyRequest } from './request-arbitrary.test-support.ts'

// Runs the generated code: the server must receive exactly the requested body.

const run = promisify(execFile)
const cache = 'node_modules/.cache'
const key = 'key-of-the-environment'
const arrived: { body: unknown; authorization: string | undefined }[] = []
const server = createServer((request, response) => {
  void textOf(request).then((text) => {
    const body = JSON.parse(text)
    arrived.push({ body, authorization: request.headers.authorization })
    if (request.headers.authorization === 'Bearer wrong') {
      response.writeHead(401, { 'content-type': 'application/json' })
      const error = { message: 'This key is not known.', type: 'authentication_error', param: null, code: 'x' }
      response.end(JSON.stringify({ error }))
    } else if (body.stream === true) {
      response.setHeader('content-type', 'text/event-stream')
      const chunk = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' }
      const choice = { index: 0, delta: { role: 'assistant', content: 'Well said.' }, finish_reason: null }
      const last = { index: 0, delta: {}, finish_reason: 'stop' }
      if (body.model === 'cut') {
        const error = { message: 'The engine went away.', type: 'upstream_error', param: null, code: 'upstream_cut' }
        response.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`)
        response.end(`data: ${JSON.stringify({ error })}\n\n`)
        return
      }
      for (const each of [choice, last]) response.write(`data: ${JSON.stringify({ ...chunk, choices: [each] })}\n\n`)
      response.end('data: [DONE]\n\n')
    } else {
      response.setHeader('content-type', 'application/json')
      const message = { role: 'assistant', content: 'Well said.' }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
    }
  })
})
let folder = ''
let requests: CodeRequest[] = []

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'code-'))
  // As `npm init -y` writes it: files are CommonJS unless their extension says otherwise.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  requests = fc.sample(anyRequest(baseUrl()), { numRuns: 20, seed: 7 })
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

const write = (id: string) =>
  requests.map((request) => codeLanguages.find((each) => each.id === id)?.write(request) ?? '')
const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
const env = () => ({ ...process.env, [keyVariable]: key })

/** Runs each snippet as a separate file, named as in its dialog, and returns the output. */
async function runModules(id: string): Promise<string> {
  const { file = '', typescript } = codeLanguages.find((each) => each.id === id) ?? {}
  const names = write(id).map((code, at) => {
    // Every second one as TypeScript, if possible.
    const name = `${id}-${at}-${at % 2 === 1 ? (typescript?.file ?? file) : file}`
    writeFileSync(join(folder, name), code)
    return name
  })
  const printed: string[] = []
  for (const [ending, options] of [
    ['.mjs', []],
    ['.mts', ['--import', 'tsx']],
  ] as const) {
    const main = join(folder, `all-${id}${ending}`)
    const all = names.filter((name) => name.endsWith(ending))
    writeFileSync(main, all.map((name) => `await import('./${name}')\n`).join(''))
    printed.push((await run(process.execPath, [...options, main], { env: env() })).stdout)
  }
  return printed.join('')
}

/** The bodies in the order that `runModules` sends them. */
const inRunOrder = () => [0, 1].flatMap((rest) => requests.filter((_, at) => at % 2 === rest)).map(bodyOf)

/** Runs a program until it exits, with any exit code. */
function outcomeOf(command: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  return new Promise<{ stdout: string; stderr: string; failed: boolean }>((resolve) => {
    execFile(command, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) =>
      resolve({ stdout, stderr, failed: error !== null }),
    )
  })
}

/** Saves a request's code and runs it, as its dialog says. */
async function runAsTold(id: string, request: CodeRequest, withKey: string) {
  const { file, commands = [], write: writeCode } = codeLanguages.find((each) => each.id === id) ?? {}
  const place = mkdtempSync(join(folder, 'told-'))
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  writeFileSync(join(place, file ?? ''), writeCode?.(request) ?? '')
  const [command = '', ...args] = commands.at(-1)?.split(' ') ?? []
  const options = { cwd: place, env: { ...process.env, [keyVariable]: withKey } }
  return outcomeOf(command, args, options)
}

function expectBodies(wanted: readonly unknown[]) {
  expect(arrived.map(({ body }) => body)).toEqual(wanted.map((body) => JSON.parse(JSON.stringify(body))))
  expect(new Set(arrived.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${key}`]))
}

describe('code for a request', () => {
  it('contains no key in any language', () => {
    for (const { id } of codeLanguages) for (const code of write(id)) expect(code).toContain(keyVariable)
  })

  it('sends the same body with curl in a shell', { timeout: 60_000 }, async () => {
    arrived.length = 0
    for (const code of write('curl')) {
      const { stdout } = await run('sh', ['-c', code], { env: env() })
      expect(stdout).toContain('Well said.')
    }
    expectBodies(requests.map(bodyOf))
  })

  it('passes curl a body on stdin that is too long for an argument', async () => {
    arrived.length = 0
    const long = {
      ...requests[0],
      body: { model: 'm', messages: [{ role: 'user', content: "it's long\n".repeat(30_000) }] },
    }
    writeFileSync(join(folder, 'long.sh'), codeLanguages[0]?.write(long as CodeRequest) ?? '')
    const { stdout } = await run('sh', [join(folder, 'long.sh')], { env: env() })
    expect(stdout).toContain('Well said.')
    expectBodies([bodyOf(long as CodeRequest)])
  })

  it('sends the same body with openai in TypeScript', { timeout: 60_000 }, async () => {
    arrived.length = 0
    expect(await runModules('typescript-openai')).toContain('Well said.')
    expectBodies(inRunOrder())
  })

  it('sends the same body with ai in TypeScript', { timeout: 60_000 }, async () => {
    arrived.length = 0
    expect(await runModules('typescript-ai')).toContain('Well said.')
    expectBodies(inRunOrder())
  })

  it('sends the same body with fetch', { timeout: 60_000 }, async () => {
    arrived.length = 0
    expect(await runModules('fetch')).toContain('Well said.')
    expectBodies(inRunOrder())
  })

  it.each(['typescript-openai', 'typescript-ai', 'fetch'])(
    'as %s runs as its hint says, where npm init made CommonJS the rule',
    { timeout: 60_000 },
    async (id) => {
      const body = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
      const outcome = await runAsTold(id, { baseUrl: baseUrl(), body, stream: true }, key)
      expect(outcome).toMatchObject({ failed: false, stdout: 'Well said.\n' })
    },
  )

  it.each(['typescript-openai', 'typescript-ai', 'fetch'])(
    'as %s fails, and says why, where the key is wrong or the reply is cut',
    { timeout: 60_000 },
    async (id) => {
      const messages = [{ role: 'user' as const, content: 'Hi' }]
      for (const stream of [true, false]) {
        const refused = await runAsTold(id, { baseUrl: baseUrl(), body: { model: 'm', messages }, stream }, 'wrong')
        expect(refused.failed).toBe(true)
        expect(refused.stderr).toContain('This key is not known.')
      }
      const cut = await runAsTold(id, { baseUrl: baseUrl(), body: { model: 'cut', messages }, stream: true }, key)
      expect(cut.failed).toBe(true)
      expect(cut.stdout).toBe('Well said.')
      expect(cut.stderr).toContain('The engine went away.')
    },
  )

  it('compiles in strict TypeScript', { timeout: 60_000 }, async () => {
    const names = ['typescript-openai', 'typescript-ai', 'fetch'].flatMap((id) =>
      write(id).map((code, at) => {
        const name = join(folder, `strict-${id}-${at}.mts`)
        writeFileSync(name, code)
        return name
      }),
    )
    const options = '--noEmit --ignoreConfig --strict --skipLibCheck --module nodenext --target es2023 --types node'
    const { stdout } = await outcomeOf('node_modules/.bin/tsc', [...options.split(' '), ...names])
    expect(stdout).toBe('')
  })

  it('passes the same fields to the Python package', { timeout: 60_000 }, async (context) => {
    const codes = write('python')
    writeFileSync(join(folder, 'openai.py'), pythonStandIn(key))
    writeFileSync(join(folder, 'codes.json'), JSON.stringify(codes))
    writeFileSync(
      join(folder, 'all.py'),
      'import json, pathlib\nfor code in json.loads((pathlib.Path(__file__).parent / "codes.json").read_text()):\n    exec(compile(code, "code", "exec"), {})\n',
    )
    const python = await run('python3', ['-B', join(folder, 'all.py')], { env: env() }).catch((reason: unknown) => {
      if (reason instanceof Error && 'code' in reason && reason.code === 'ENOENT')
        return context.skip('no python3 here')
      throw reason
    })
    const said = python.stdout.split('\n').filter((line) => line.startsWith('{'))
    expect(said.map((line) => JSON.parse(line))).toEqual(
      requests.map((each) => JSON.parse(JSON.stringify(bodyOf(each)))),
    )
  })
})
