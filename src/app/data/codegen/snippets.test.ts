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
import { anyRequest, attachments, richRequest, sentBody } from './request-arbitrary.test-support.ts'

// Runs the generated code: the server must receive exactly the requested body.

const run = promisify(execFile)
const cache = 'node_modules/.cache'
const key = 'key-of-the-environment'
const arrived: { body: unknown; authorization: string | undefined }[] = []
const server = createServer((request, response) => {
  void textOf(request).then((text) => {
    const body = JSON.parse(text)
    arrived.push({ body, authorization: request.headers.authorization })
    const tools: { function: { name: string } }[] = body.tools ?? []
    if (request.headers.authorization === 'Bearer wrong') {
      response.writeHead(401, { 'content-type': 'application/json' })
      const error = { message: 'This key is not known.', type: 'authentication_error', param: null, code: 'x' }
      response.end(JSON.stringify({ error }))
    } else if (body.stream === true) {
      response.setHeader('content-type', 'text/event-stream')
      const chunk = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' }
      const choice = { index: 0, delta: { role: 'assistant', content: 'Well said.' }, finish_reason: null }
      const last = { index: 0, delta: {}, finish_reason: tools.length > 0 ? 'tool_calls' : 'stop' }
      if (body.model === 'cut') {
        const error = { message: 'The engine went away.', type: 'upstream_error', param: null, code: 'upstream_cut' }
        response.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`)
        response.end(`data: ${JSON.stringify({ error })}\n\n`)
        return
      }
      for (const each of [...(tools.length > 0 ? piecesOfCalls(tools) : [choice]), last])
        response.write(`data: ${JSON.stringify({ ...chunk, choices: [each] })}\n\n`)
      response.end('data: [DONE]\n\n')
    } else {
      response.setHeader('content-type', 'application/json')
      const message =
        tools.length > 0
          ? { role: 'assistant', content: null, tool_calls: callsOf(tools) }
          : { role: 'assistant', content: 'Well said.' }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      const choices = [{ index: 0, message, finish_reason: tools.length > 0 ? 'tool_calls' : 'stop' }]
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
    }
  })
})

/** The server calls every tool that it is given. */
function callsOf(tools: readonly { function: { name: string } }[]) {
  return tools.map(({ function: { name } }, at) => ({
    id: `new_${at}`,
    type: 'function',
    function: { name, arguments: '{"city":"Oslo"}' },
  }))
}

function piecesOfCalls(tools: readonly { function: { name: string } }[]) {
  const pieces = callsOf(tools).flatMap(({ function: { name, arguments: text }, ...call }, index) => [
    { index, ...call, function: { name, arguments: '' } },
    { index, function: { arguments: text.slice(0, 5) } },
    { index, function: { arguments: text.slice(5) } },
  ])
  return pieces.map((piece) => ({ index: 0, delta: { tool_calls: [piece] }, finish_reason: null }))
}

let folder = ''
let richRequests: CodeRequest[] = []
let requests: CodeRequest[] = []

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'code-'))
  // As `npm init -y` writes it: files are CommonJS unless their extension says otherwise.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  richRequests = fc.sample(richRequest(baseUrl()), { numRuns: 12, seed: 5 })
  for (const [name, { bytes }] of Object.entries(attachments)) writeFileSync(join(folder, name), bytes, 'latin1')
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

const write = (id: string, all = requests) =>
  all.map((request) => codeLanguages.find((each) => each.id === id)?.write(request) ?? '')
const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
const env = () => ({ ...process.env, [keyVariable]: key })

/** Runs each snippet as a separate file, named as in its dialog, and returns the output. */
async function runModules(id: string, all = requests): Promise<string> {
  const { file = '', typescript } = codeLanguages.find((each) => each.id === id) ?? {}
  const names = write(id, all).map((code, at) => {
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
    const main = `all-${id}${ending}`
    const files = names.filter((name) => name.endsWith(ending))
    writeFileSync(join(folder, main), files.map((name) => `await import('./${name}')\n`).join(''))
    printed.push((await run(process.execPath, [...options, main], { cwd: folder, env: env() })).stdout)
  }
  return printed.join('')
}

/** The requests in the order in which `runModules` sends them. */
const runOrder = (all: readonly CodeRequest[]) => [0, 1].flatMap((rest) => all.filter((_, at) => at % 2 === rest))
const inRunOrder = () => runOrder(requests).map(bodyOf)

type Sent = Record<string, unknown> & { messages: { role: string; tool_calls?: unknown; content?: unknown }[] }

/** Services assume `auto`, which some packages send and others don't. */
function withoutAuto({ tool_choice: choice, ...body }: Sent): Sent {
  return choice === 'auto' || choice === undefined ? body : { ...body, tool_choice: choice }
}

/** Every request of a loop of two rounds: the same body, with the rounds so far, and without tools at last. */
function expectLoops(bodies: readonly Sent[], all: readonly CodeRequest[]) {
  expect(bodies).toHaveLength(3 * all.length)
  for (const [at, request] of all.entries()) {
    const wanted = withoutAuto(sentBody(bodyOf(request)) as Sent)
    const [first, second, last] = bodies.slice(3 * at, 3 * at + 3).map(withoutAuto)
    expect(first).toEqual(wanted)
    const { messages = [], ...rest } = second ?? {}
    const { messages: begun, ...others } = wanted
    expect(rest).toEqual(others)
    expect(messages.slice(0, begun.length)).toEqual(begun)
    const tools = wanted['tools'] as { function: { name: string } }[]
    const [reply, ...results] = messages.slice(begun.length)
    expect(reply).toMatchObject({
      role: 'assistant',
      tool_calls: tools.map(({ function: { name } }) => ({ function: { name } })),
    })
    expect(results.map(({ role }) => role)).toEqual(tools.map(() => 'tool'))
    for (const { content } of results) expect(content).toContain('not implemented')
    for (const name of ['tools', 'tool_choice', 'parallel_tool_calls']) expect(last).not.toHaveProperty(name)
    expect(last?.messages).toHaveLength(begun.length + 2 * (tools.length + 1))
  }
}

const sentBodies = () => arrived.map(({ body }) => body as Sent)

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
  expect(arrived.map(({ body }) => body)).toEqual(wanted.map(sentBody))
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

  it('reads attached files with curl', { timeout: 60_000 }, async () => {
    arrived.length = 0
    for (const code of write('curl', richRequests)) {
      expect(code).not.toContain('base64,UE5H')
      await run('sh', ['-c', code], { cwd: folder, env: env() })
    }
    expectBodies(richRequests.map(bodyOf))
  })

  it.each(['typescript-openai', 'typescript-ai', 'fetch'])(
    'reads attached files and answers tool calls with %s',
    { timeout: 60_000 },
    async (id) => {
      arrived.length = 0
      const printed = await runModules(id, richRequests)
      expect(printed.split('Well said.')).toHaveLength(richRequests.length + 1)
      expectLoops(sentBodies(), runOrder(richRequests))
      for (const code of write(id, richRequests)) expect(code).not.toContain('UE5H')
    },
  )

  it('says for curl what the request after a tool call contains, in words that any shell passes over', async () => {
    const code = write('curl', richRequests)[0] ?? ''
    const comment = code.split('\n').filter((line) => line.startsWith('# ') && !line.includes('Put '))
    for (const word of ['tool_calls', 'tool_call_id', '2 rounds', 'without tools, tool_choice'])
      expect(comment.join('\n')).toContain(word)
    // As where comments are off: each line is at most an unknown command.
    const asCommands = comment.map((line) => line.replace('#', 'true')).join('\n')
    expect(await outcomeOf('sh', ['-c', asCommands])).toEqual({ stdout: '', stderr: '', failed: false })
  })

  it('names only files of the current folder', () => {
    const safeNames = {
      '/etc/passwd': 'passwd',
      '..\\..\\secret': 'secret',
      '~/.ssh/id_rsa': 'id_rsa',
      '.env': 'env',
      'a\u2028alert(1)': 'aalert(1)',
      '-rf': 'rf',
      '': 'file.plain',
    }
    for (const [name, safe] of Object.entries(safeNames)) {
      const content = [{ type: 'file' as const, file: { filename: name, file_data: 'data:text/plain;base64,YQ==' } }]
      const body = { model: 'm', messages: [{ role: 'user' as const, content }] }
      for (const { id, write: writeCode } of codeLanguages) {
        const code = writeCode({ baseUrl: baseUrl(), body, stream: false })
        expect([id, /(?:readFile\(|read_base64\(|base64 < )(["'])(.*?)\1/u.exec(code)?.[2]]).toEqual([id, safe])
        expect(code).not.toContain('\u2028')
      }
    }
  })

  it('sends tools that may not be called without a loop', () => {
    const body = {
      model: 'm',
      messages: [],
      tools: [{ type: 'function', function: { name: 'f' } }],
      tool_choice: 'none',
    }
    for (const { write: writeCode } of codeLanguages) {
      expect(writeCode({ baseUrl: baseUrl(), body, stream: true })).not.toMatch(/rounds|stopWhen/u)
    }
  })

  it('compiles in strict TypeScript', { timeout: 60_000 }, async () => {
    const names = ['typescript-openai', 'typescript-ai', 'fetch'].flatMap((id) =>
      write(id, [...requests, ...richRequests]).map((code, at) => {
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
    const codes = write('python', [...requests, ...richRequests])
    writeFileSync(join(folder, 'openai.py'), pythonStandIn(key))
    writeFileSync(join(folder, 'codes.json'), JSON.stringify(codes))
    writeFileSync(
      join(folder, 'all.py'),
      'import json, pathlib\nfor code in json.loads((pathlib.Path(__file__).parent / "codes.json").read_text()):\n    exec(compile(code, "code", "exec"), {})\n',
    )
    const python = await run('python3', ['-B', 'all.py'], { cwd: folder, env: env() }).catch((reason: unknown) => {
      if (reason instanceof Error && 'code' in reason && reason.code === 'ENOENT')
        return context.skip('no python3 here')
      throw reason
    })
    const said = python.stdout.split('\n').filter((line) => line.startsWith('{'))
    const bodies = said.map((line) => JSON.parse(line))
    expect(bodies.slice(0, requests.length)).toEqual(requests.map((each) => JSON.parse(JSON.stringify(bodyOf(each)))))
    expectLoops(bodies.slice(requests.length), richRequests)
  })
})
