import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('the settings', () => {
  test.each([{}, { PORT: '', PARLEY_API_KEYS: '', PARLEY_ENGINE_URL: '' }])('have defaults: %o', (variables) => {
    expect(readConfig(variables)).toEqual({
      config: {
        host: '127.0.0.1',
        port: 4173,
        apiKeys: [],
        engine: undefined,
        maxBodyBytes: 16 * 1024 * 1024,
        firstByteMs: 300_000,
        idleMs: 60_000,
        engineCheckMs: 30_000,
      },
    })
  })

  test('are read from the environment', () => {
    expect(
      readConfig({
        HOST: '::1',
        PORT: '0',
        PARLEY_API_KEYS: ' one,two ,, ',
        PARLEY_ENGINE_URL: 'http://127.0.0.1:11434/v1',
        PARLEY_ENGINE_KEY: 'sk',
        PARLEY_MAX_BODY_BYTES: '1000',
        PARLEY_IDLE_TIMEOUT_MS: ' 50 ',
      }),
    ).toMatchObject({
      config: {
        host: '::1',
        port: 0,
        apiKeys: ['one', 'two'],
        engine: { baseUrl: 'http://127.0.0.1:11434/v1', apiKey: 'sk' },
        maxBodyBytes: 1000,
        idleMs: 50,
      },
    })
  })

  test.each(['abc', '70000', '-1', '1.5', '0x10'])('PORT may not be %s', (port) => {
    expect(readConfig({ PORT: port })).toEqual({ problems: ['PORT must be a whole number from 0 to 65535.'] })
  })

  test.each(['localhost:11434', 'ftp://engine.test', 'http://me:secret@engine.test/v1', 'nonsense'])(
    'PARLEY_ENGINE_URL may not be %s, and is not repeated',
    (url) => {
      expect(readConfig({ PARLEY_ENGINE_URL: url })).toEqual({
        problems: [
          'PARLEY_ENGINE_URL must be an http or https address without a user name, such as http://127.0.0.1:11434/v1.',
        ],
      })
    },
  )

  test('every problem is told', () => {
    const reading = readConfig({ PORT: 'x', PARLEY_ENGINE_CHECK_MS: '5', PARLEY_ENGINE_URL: 'x' })
    expect('problems' in reading && reading.problems).toHaveLength(3)
  })
})
