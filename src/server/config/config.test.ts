import { describe, expect, test } from 'vitest'
import { readConfig, type Config } from './config.ts'

/** Reads the settings from these variables and an optional file. */
function configOf(variables: Record<string, string>, file?: unknown): Config {
  const reading = readConfig(variables, () => (file === undefined ? undefined : JSON.stringify(file)))
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  return reading.config
}

function problemsOf(variables: Record<string, string>, text?: string): readonly string[] {
  const reading = readConfig(variables, () => text)
  return 'problems' in reading ? reading.problems : []
}

describe('the settings', () => {
  test.each<Record<string, string>>([{}, { PORT: '', PARLEY_API_KEYS: '', PARLEY_ENGINE_URL: '' }])(
    'have defaults: %o',
    (variables) => {
      expect(configOf(variables)).toMatchObject({
        host: '127.0.0.1',
        port: 4173,
        apiKeys: [],
        engines: [],
        models: {},
        routes: {},
        firstContentMs: 60_000,
        discovery: 'on',
        corsOrigins: [],
        requestsPerMinute: 0,
        maxBodyBytes: 64 * 1024 * 1024,
        connectMs: 5000,
        firstByteMs: 300_000,
        idleMs: 60_000,
        engineCheckMs: 30_000,
        shutdownGraceMs: 10_000,
        store: 'file:.parley',
        limits: 'memory',
        reservationMs: 60_000,
        workers: 1,
      })
    },
  )

  test('have routes over known engines only', () => {
    const file = (engine: string) => ({
      discovery: 'off',
      engines: [{ name: 'mine', baseUrl: 'http://127.0.0.1:9000/v1' }],
      routes: { team: [{ engine, model: 'x', weight: 2 }] },
    })
    for (const name of ['mine', 'built-in']) expect(configOf({}, file(name)).routes).toEqual(file(name).routes)
    expect(problemsOf({}, JSON.stringify(file('other')))).toEqual([
      'routes["team"][0].engine is “other”, but there is no such engine; there are built-in, mine.',
    ])
    expect(problemsOf({}, JSON.stringify(file('model files')))).toHaveLength(1)
    expect(problemsOf({}, JSON.stringify({ ...file('model files'), modelFiles: ['a.gguf'] }))).toEqual([])
    expect(problemsOf({}, JSON.stringify({ ...file('ollama') }))).toHaveLength(1)
    expect(problemsOf({}, JSON.stringify({ ...file('ollama'), discovery: 'on' }))).toEqual([])
  })

  test('are read from the environment', () => {
    expect(
      configOf({
        HOST: '::1',
        PORT: '0',
        PARLEY_API_KEYS: ' one,two ,, ',
        PARLEY_ENGINE_URL: 'http://127.0.0.1:11434/v1',
        PARLEY_ENGINE_KEY: 'sk\r\n',
        OPENAI_API_KEY: ' ',
        PARLEY_CORS_ORIGINS: 'https://a.example, http://localhost:5173',
        PARLEY_DISCOVERY: 'off',
        PARLEY_MAX_BODY_BYTES: '1000',
        PARLEY_IDLE_TIMEOUT_MS: ' 50 ',
      }),
    ).toMatchObject({
      host: '::1',
      port: 0,
      apiKeys: ['one', 'two'],
      engines: [{ name: '127.0.0.1:11434', baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'sk' }],
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      discovery: 'off',
      maxBodyBytes: 1000,
      idleMs: 50,
    })
  })

  test('are read from the file in camelCase, with precedence for the environment', () => {
    const file = { port: 5000, engineCheckMs: 1000, connectTimeoutMs: 70, corsOrigins: ['https://a.example'] }
    expect(configOf({ PORT: '6000' }, file)).toMatchObject({
      port: 6000,
      engineCheckMs: 1000,
      connectMs: 70,
      corsOrigins: ['https://a.example'],
    })
  })

  test.each(['abc', '70000', '-1', '1.5', '0x10'])('refuse the PORT %s', (port) => {
    expect(problemsOf({ PORT: port })).toEqual(['PORT must be a whole number from 0 to 65535.'])
  })

  test.each([
    [{ PARLEY_DISCOVERY: 'no' }, 'PARLEY_DISCOVERY must be “on” or “off”.'],
    [{ PARLEY_CORS_ORIGINS: 'a.example,*' }, 'PARLEY_CORS_ORIGINS must be origins such as https://app.example.com.'],
    [{ PARLEY_CORS_ORIGINS: 'null' }, 'PARLEY_CORS_ORIGINS must be origins such as https://app.example.com.'],
  ])('%o is refused', (variables, problem) => {
    expect(problemsOf(variables)).toEqual([problem])
  })

  test.each(['two words', 'schlüssel', 'one,“two”'])('refuse the PARLEY_API_KEYS %s without repeating them', (keys) => {
    expect(problemsOf({ PARLEY_API_KEYS: keys })).toEqual([
      'PARLEY_API_KEYS must be keys of ASCII letters, digits and signs, or HTTP clients can’t send them.',
    ])
  })

  test.each(['localhost:11434', 'ftp://engine.test', 'http://me:secret@engine.test/v1', 'nonsense'])(
    'refuse the PARLEY_ENGINE_URL %s without repeating it',
    (url) => {
      expect(problemsOf({ PARLEY_ENGINE_URL: url })).toEqual([
        'PARLEY_ENGINE_URL must be an http or https address without a user name, such as http://127.0.0.1:11434/v1.',
      ])
    },
  )

  test.each(['on', 'redis', 'http://cache.test', 'postgres://me:secret@cache.test', 'redis://'])(
    'refuse the PARLEY_CACHE %s without repeating it',
    (location) => {
      expect(problemsOf({ PARLEY_CACHE: location })).toEqual([
        'PARLEY_CACHE must be “off”, “memory”, or a redis:, rediss: or valkey: URL such as redis://127.0.0.1:6379.',
      ])
    },
  )

  test.each(['memory', 'redis://127.0.0.1', 'rediss://user:word@cache.example:6380/2', 'valkey://[::1]:6379'])(
    'take limits in %s',
    (limits) => {
      expect(configOf({ PARLEY_LIMITS: limits })).toMatchObject({ limits })
    },
  )

  test.each(['file:limits', 'redis:', 'redis://', 'http://127.0.0.1', 'redis://:secret@:99999'])(
    'refuse limits in %s, without repeating the address',
    (limits) => {
      expect(problemsOf({ PARLEY_LIMITS: limits })).toEqual([
        'PARLEY_LIMITS must be memory or the address of a Valkey or Redis server, such as redis://127.0.0.1:6379.',
      ])
    },
  )

  test('refuse workers that would each load the same models', () => {
    expect(problemsOf({ PARLEY_WORKERS: '2', PARLEY_MODELS: './models' })).toEqual([
      'PARLEY_WORKERS is 2, but each worker would load the models of PARLEY_MODELS. Unset one of them.',
    ])
  })

  test('report every problem in the environment and the file', () => {
    const variables = { PORT: 'x', PARLEY_ENGINE_CHECK_MS: '5', PARLEY_ENGINE_URL: 'x' }
    expect(problemsOf(variables, '{"host": 5}')).toHaveLength(4)
  })
})

describe('the path of the configuration file', () => {
  test('defaults to parley.config.json, which may be missing', () => {
    const asked: string[] = []
    const reading = readConfig({}, (path) => {
      asked.push(path)
      return undefined
    })
    expect(reading).toHaveProperty('config')
    expect(asked).toEqual(['parley.config.json'])
  })

  test('can be set by PARLEY_CONFIG, and then must exist', () => {
    expect(
      readConfig({ PARLEY_CONFIG: 'mine.json' }, (path) => (path === 'mine.json' ? '{"port":1}' : '')),
    ).toMatchObject({ config: { port: 1 } })
    expect(problemsOf({ PARLEY_CONFIG: 'mine.json' })).toEqual([
      'PARLEY_CONFIG is “mine.json”, but this file doesn’t exist. Create it, or unset PARLEY_CONFIG.',
    ])
  })

  test('must be readable', () => {
    const reading = readConfig({}, () => {
      throw new Error('EACCES: permission denied')
    })
    expect(reading).toEqual({ problems: ['parley.config.json can’t be read: EACCES: permission denied.'] })
  })
})
