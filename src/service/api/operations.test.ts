import { expect, test } from 'vitest'
import { matchOperation } from './operations.ts'

test.each([
  ['POST', '/v1/chat/completions', { route: '/v1/chat/completions', id: 'createChatCompletion' }],
  ['GET', '/v1/models', { route: '/v1/models', id: 'listModels' }],
  ['HEAD', '/v1/models', { route: '/v1/models', id: 'listModels' }],
  ['GET', '/v1/models/acme/tiny', { route: '/v1/models/*', id: 'getModel' }],
  ['GET', '/v1/models/acme/a/b:c', { route: '/v1/models/*', id: 'getModel' }],
  ['GET', '/v1/models/', { route: '/v1/models/*', id: 'getModel' }],
  ['GET', '/v1/models/{model_id}', { route: '/v1/models/*', id: 'getModel' }],
  ['GET', '/healthz', { route: '/healthz', id: 'getHealth' }],
])('matches %s %s', (method, path, found) => {
  expect(matchOperation(method, path)).toEqual(found)
})

test.each([
  ['GET', '/v1/chat/completions', 'POST'],
  ['HEAD', '/v1/chat/completions', 'POST'],
  ['DELETE', '/v1/models', 'GET, HEAD'],
  ['POST', '/v1/models/acme/tiny', 'GET, HEAD'],
  ['get', '/healthz', 'GET, HEAD'],
])('returns the allowed methods for %s %s', (method, path, allow) => {
  expect(matchOperation(method, path)).toEqual({ route: expect.stringMatching(/^\//), allow })
})

test.each(['/', '/v1', '/v1/', '/v1/modelsx', '/v1/chat/completions/', '/healthz/', '*', '', '/__proto__'])(
  'does not match “%s”',
  (path) => {
    expect(matchOperation('GET', path)).toEqual({ route: 'other' })
  },
)
