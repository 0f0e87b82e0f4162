import { describe, expect, test } from 'vitest'
import { readConfigFile } from './config-file.ts'

function problemsOf(value: unknown): readonly string[] {
  const reading = readConfigFile(typeof value === 'string' ? value : JSON.stringify(value), 'c.json')
  return 'problems' in reading ? reading.problems : []
}

const engine = { name: 'mine', baseUrl: 'http://127.0.0.1:9000/v1' }

describe('the configuration file', () => {
  test('has settings, engines and overrides', () => {
    const file = {
      $schema: './public/parley.config.schema.json',
      port: 5000,
      engines: [{ ...engine, apiKeyEnv: 'MY_KEY', models: ['a'], headers: { 'x-team': 'red' } }],
      models: { 'openai/gpt-x': { name: 'X', pricing: [{ metric: 'input_tokens', rate: 1 }], status: 'deleted' } },
    }
    expect(readConfigFile(JSON.stringify(file), 'c.json')).toMatchObject({
      settings: { port: 5000 },
      engines: file.engines,
      models: file.models,
    })
  })

  test.each([
    [{ port: 70_000 }, 'c.json: port must be a whole number from 0 to 65535.'],
    [{ port: '80' }, 'c.json: port must be a whole number from 0 to 65535.'],
    [{ corsOrigins: ['*'] }, 'c.json: corsOrigins[0] must be origins such as https://app.example.com.'],
    [[], 'c.json: it must be an object.'],
    [{ routes: { team: [] } }, 'c.json: routes.team must have a member.'],
    [{ routes: { team: [{ engine: 'a' }] } }, 'c.json: routes.team[0].model must be a text.'],
    [
      { routes: { team: [{ engine: 'a', model: 'b', weight: -1 }] } },
      'c.json: routes.team[0].weight must be at least 0.',
    ],
    [
      { routes: { team: [{ engine: 'a', modle: 'b', model: 'b' }] } },
      'c.json: routes.team[0] can’t have “modle”; allowed are engine, model, weight.',
    ],
    [
      { routes: { 'a\nb': [{ engine: 'a', model: 'b' }] } },
      'c.json: routes["a\\nb"] must be a name of 1 to 200 visible characters without line breaks.',
    ],
    [{ engines: {} }, 'c.json: engines must be a list.'],
    [{ engines: [{ baseUrl: engine.baseUrl }] }, 'c.json: engines[0].name must be a text.'],
    [
      { engines: [{ ...engine, baseUrl: 'http://me:secret@x' }] },
      'c.json: engines[0].baseUrl must be an http or https address without a user name, such as http://127.0.0.1:11434/v1.',
    ],
    [
      { engines: [{ ...engine, apiKeyEnv: 'sk-123' }] },
      'c.json: engines[0].apiKeyEnv must be the name of an environment variable, such as MY_ENGINE_KEY.',
    ],
    [{ engines: [engine, engine] }, 'c.json: engines[1].name must be unique, and “mine” is taken.'],
    [
      { engines: [{ ...engine, models: [] }] },
      'c.json: engines[0].models must name a model; leave it out to have all.',
    ],
    [
      { models: { 'openai/x': { status: 'gone' } } },
      'c.json: models["openai/x"].status must be one of pending, active, inactive, deleted.',
    ],
    [
      { models: { 'openai/x': { context_length: 0 } } },
      'c.json: models["openai/x"].context_length must be at least 1.',
    ],
    [
      { models: { 'openai/x': { pricing: [{}] } } },
      /^c\.json: models\["openai\/x"\]\.pricing\[0\]\.metric must be one of/,
    ],
    [{ ports: 1 }, /^c\.json: it can’t have “ports”; allowed are .*port, /],
    [{ models: { x: { prices: [] } } }, /^c\.json: models\.x can’t have “prices”; allowed are .*pricing/],
  ])('%o is refused, naming the place and what is allowed', (value, problem) => {
    expect(problemsOf(value)[0]).toMatch(problem)
  })

  test.each([{ apiKeys: ['sk-secret'] }, { engines: [{ ...engine, apiKey: 'sk-secret' }] }])(
    'can’t contain a key: %o',
    (value) => {
      const [problem] = problemsOf(value)
      expect(problem).toContain('Keys can’t be stored in this file')
      expect(problem).not.toContain('sk-secret')
    },
  )

  test.each([
    ['Authorization', 'Bearer sk-secret', 'can’t be set in this file'],
    ['host', 'elsewhere.test', 'can’t be set'],
    ['content-length', '5', 'can’t be set'],
    ['x y', '1', 'must be a valid header name'],
    ['x-a', 'one\r\nx-b: two', 'must be a text of one line'],
    ['x-a', 5, 'must be a text of one line'],
    ['x-a', { env: 'no name' }, 'must be the name of an environment variable'],
  ])('the header %s: %o is refused', (name, value, problem) => {
    const problems = problemsOf({ engines: [{ ...engine, headers: { [name]: value } }] })
    expect(problems[0]).toContain(problem)
    expect(problems[0]).not.toContain('sk-secret')
  })

  test('names the line of invalid JSON', () => {
    expect(problemsOf('{\n  "port": 1,\n  oops\n}')).toEqual(['c.json is not JSON: see line 3.'])
    expect(problemsOf('')).toEqual(['c.json is not JSON.'])
  })
})
