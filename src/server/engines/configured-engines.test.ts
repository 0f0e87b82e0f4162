import { describe, expect, test } from 'vitest'
import { configuredEngines } from './configured-engines.ts'

const nothing = { url: undefined, engines: [], useProviderKeys: true, variables: {} }
const mine = { name: 'mine', baseUrl: 'http://127.0.0.1:9000/v1' }

describe('configured engines', () => {
  test('read their secrets from the environment', () => {
    const engines = [
      { ...mine, apiKeyEnv: 'MY_KEY', headers: { 'X-Team': 'red', Authorization: { env: 'MY_AUTH' } }, models: ['a'] },
    ]
    const variables = { MY_KEY: 'sk', MY_AUTH: 'Basic abc' }
    expect(configuredEngines({ ...nothing, engines, variables })).toEqual({
      engines: [{ ...mine, apiKey: 'sk', headers: { 'x-team': 'red', authorization: 'Basic abc' }, models: ['a'] }],
      problems: [],
    })
  })

  test('report missing variables', () => {
    const engines = [{ ...mine, apiKeyEnv: 'MY_KEY', headers: { 'x-auth': { env: 'MY_AUTH' } } }]
    expect(configuredEngines({ ...nothing, engines }).problems).toEqual([
      'engines[0].headers.x-auth names MY_AUTH, which is not set. Set it, or leave this out.',
      'engines[0].apiKeyEnv names MY_KEY, which is not set. Set it, or leave this out.',
    ])
  })

  test('report values that are invalid in a header without repeating them', () => {
    const variables = {
      MY_KEY: 'sk-\u201Cours\u201D',
      MY_AUTH: 'a\nb',
      PARLEY_ENGINE_KEY: 'sk-\u200B1',
      GROQ_API_KEY: 'gr€',
    }
    const engines = [{ ...mine, apiKeyEnv: 'MY_KEY', headers: { 'x-auth': { env: 'MY_AUTH' } } }]
    const { problems } = configuredEngines({ ...nothing, url: 'http://127.0.0.1:1', engines, variables })
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'MY_AUTH',
      'MY_KEY',
      'PARLEY_ENGINE_KEY',
      'GROQ_API_KEY',
    ])
    for (const problem of problems)
      expect(problem).toMatch(/^\w+ contains a character that can’t be sent in a header\. Copy the key/)
  })

  test('have the environment’s engine first, and unique names', () => {
    const engines = [{ name: '127.0.0.1:1', baseUrl: 'http://127.0.0.1:2/v1' }]
    const found = configuredEngines({ ...nothing, engines, url: 'http://127.0.0.1:1/v1' }).engines
    expect(found.map(({ name, baseUrl }) => [name, baseUrl])).toEqual([
      ['127.0.0.1:1 2', 'http://127.0.0.1:1/v1'],
      ['127.0.0.1:1', 'http://127.0.0.1:2/v1'],
    ])
  })
})

describe('providers', () => {
  const variables = { OPENAI_API_KEY: 'sk-openai', GROQ_API_KEY: 'sk-groq' }

  test('become engines if their key is set, each with its own address', () => {
    expect(configuredEngines({ ...nothing, variables }).engines).toEqual([
      { name: 'openai', label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', apiKey: 'sk-openai', maker: 'openai' },
      { name: 'groq', label: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', apiKey: 'sk-groq' },
    ])
  })

  test('request Anthropic’s models with its own headers, even if its address is configured', () => {
    const asProvider = configuredEngines({ ...nothing, variables: { ANTHROPIC_API_KEY: 'sk-ant' } }).engines
    const engines = [{ name: 'claude', baseUrl: 'https://api.anthropic.com/v1/', apiKeyEnv: 'MY_KEY' }]
    const asConfigured = configuredEngines({ ...nothing, engines, variables: { MY_KEY: 'sk-ant' } }).engines
    const listing = { query: 'limit=1000', headers: { 'x-api-key': 'sk-ant', 'anthropic-version': '2023-06-01' } }
    for (const [engine] of [asProvider, asConfigured]) {
      expect(engine).toMatchObject({ apiKey: 'sk-ant', maker: 'anthropic', api: 'anthropic', listing })
    }
    const compatible = configuredEngines({
      ...nothing,
      engines: engines.map((each) => ({ ...each, api: 'openai' as const })),
    })
    expect(compatible.engines[0]).toMatchObject({ api: 'openai' })
  })

  test('are ignored if they are turned off', () => {
    expect(configuredEngines({ ...nothing, variables, useProviderKeys: false }).engines).toEqual([])
  })

  test('aren’t added twice if they are configured, and keep their author', () => {
    const engines = [{ name: 'work', baseUrl: 'https://api.openai.com/v1', apiKeyEnv: 'OPENAI_API_KEY' }]
    expect(configuredEngines({ ...nothing, engines, variables }).engines).toMatchObject([
      { name: 'work', apiKey: 'sk-openai', maker: 'openai' },
      { name: 'groq' },
    ])
  })
})
