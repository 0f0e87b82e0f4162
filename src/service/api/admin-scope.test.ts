import { expect, test } from 'vitest'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import { createMemoryKeys } from '#service/state/memory-keys.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'

// Such as those of PARLEY_API_KEYS and of the printed link.
test.each([
  ['GET', '/v1/keys'],
  ['POST', '/v1/keys'],
  ['PATCH', '/v1/keys/key_x'],
  ['DELETE', '/v1/keys/key_x'],
])('a key without terms is refused for %s %s, and told how to make an admin key', async (method, path) => {
  const keyStore = createMemoryKeys()
  const { service } = await startTestService([createStubEngine()], { keyStore })
  const response = await service.fetch(
    new Request(`http://parley.test${path}`, {
      method,
      headers: { authorization: `Bearer ${callerKey}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{"name":"mine","scopes":["admin"]}' }),
    }),
  )
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({
    error: { code: 'scope_missing', message: expect.stringContaining('keys -- add NAME --scopes admin') },
  })
  expect(await keyStore.list()).toEqual([])
})
