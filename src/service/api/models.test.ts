import { describe, expect, test } from 'vitest'
import { keyTerms } from '#contract/keys.ts'
import { model, modelList } from '#contract/model.ts'
import { callerKey, startTestService } from '#service/running-service.test-support.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'

const engine = createStubEngine({
  models: [
    { id: 'acme/tiny', context_length: 100 },
    { id: 'llama3.2:3b' },
    { id: 'acme/deep/er' },
    { id: '/models/file.gguf' },
    { id: 'acme/painter', model_type: 'image_generation' },
    { id: 'acme/hidden', visibility: 'private' },
    { id: 'acme/gone', status: 'deleted' },
    { id: 'acme/100%' },
  ],
})
const { get } = await startTestService([engine])

async function idsOf(response: Response): Promise<string[]> {
  return modelList.parse(await response.json()).data.map(({ id }) => id)
}

describe('GET /v1/models (seed 4.2)', () => {
  test('lists every model with all fields of 2.3, including private but not deleted ones', async () => {
    const response = await get('/v1/models')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await idsOf(response)).toEqual([
      'acme/tiny',
      'community/llama3.2:3b',
      'acme/deep/er',
      '/models/file.gguf',
      'acme/painter',
      'acme/hidden',
      'acme/100%',
    ])
  })

  test.each([
    ['image_generation', ['acme/painter']],
    ['moderation', []],
  ])('filters by type=%s', async (type, ids) => {
    expect(await idsOf(await get(`/v1/models?type=${type}`))).toEqual(ids)
  })

  test('treats text_to_text as text_generation', async () => {
    const ids = await idsOf(await get('/v1/models?type=text_to_text'))
    expect(ids).toHaveLength(6)
    expect(ids).toEqual(await idsOf(await get('/v1/models?type=text_generation')))
  })

  test.each(['video', '', 'toString', 'TEXT_TO_TEXT'])('refuses type=%s with the valid types', async (type) => {
    const response = await get(`/v1/models?type=${type}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: {
        param: 'type',
        message:
          'type must be one of text_generation, image_generation, speech_to_text, text_to_speech, moderation, text_to_text.',
      },
    })
  })

  test('supports ETags', async () => {
    const tag = (await get('/v1/models')).headers.get('etag') ?? ''
    const again = await get('/v1/models', {
      authorization: `Bearer ${callerKey}`,
      'if-none-match': `"other", W/${tag}`,
    })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    const filtered = await get('/v1/models?type=moderation', {
      authorization: `Bearer ${callerKey}`,
      'if-none-match': tag,
    })
    expect(filtered.status).toBe(200)
  })

  test.each<Record<string, string>>([
    {},
    { authorization: 'Bearer wrong' },
    { authorization: callerKey },
    { 'x-api-key': callerKey },
  ])('is refused with %o', async (headers) => {
    const response = await get('/v1/models', headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await response.json()).toMatchObject({ error: { type: 'authentication_error', code: 'invalid_api_key' } })
  })

  test('answers HEAD without a body', async () => {
    const response = await get('/v1/models', { authorization: `Bearer ${callerKey}` }, 'HEAD')
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('etag')).not.toBeNull()
  })
})

describe('GET /v1/models/{id} (seed 4.3)', () => {
  test.each([
    ['acme/tiny', 'acme/tiny'],
    ['acme%2Ftiny', 'acme/tiny'],
    ['acme%2ftiny', 'acme/tiny'],
    ['acme/deep/er', 'acme/deep/er'],
    ['acme%2Fdeep%2Fer', 'acme/deep/er'],
    ['/models/file.gguf', '/models/file.gguf'],
    ['%2Fmodels%2Ffile.gguf', '/models/file.gguf'],
    ['community/llama3.2%3A3b', 'community/llama3.2:3b'],
    ['llama3.2:3b', 'community/llama3.2:3b'],
    ['acme/100%', 'acme/100%'],
    ['acme%2F100%25', 'acme/100%'],
  ])('finds /v1/models/%s', async (path, id) => {
    const response = await get(`/v1/models/${path}`, {})
    expect(response.status).toBe(200)
    expect(model.parse(await response.json()).id).toBe(id)
  })

  test.each(['acme/none', 'acme', 'acme/tiny/', 'acme/gone', 'constructor'])('does not find %s', async (id) => {
    const response = await get(`/v1/models/${id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'model_not_found' } })
  })

  test('requires the right type, and names it in the error', async () => {
    expect((await get('/v1/models/acme/painter?type=image_generation')).status).toBe(200)
    const response = await get('/v1/models/acme/painter')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { param: 'type', message: expect.stringContaining('is of type image_generation, not text_generation') },
    })
    expect((await get('/v1/models/acme/tiny?type=text_generation')).status).toBe(200)
    expect((await get('/v1/models/acme/tiny?type=moderation')).status).toBe(404)
    expect((await get('/v1/models/acme/tiny?type=text_to_text')).status).toBe(400)
  })

  test.each<Record<string, string>>([{ 'x-api-key': 'wrong' }, { authorization: 'Bearer wrong' }])(
    'refuses a wrong key: %o',
    async (headers) => {
      const response = await get('/v1/models/acme/tiny', headers)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    },
  )

  test('hides a private model from callers without a key', async () => {
    expect((await get('/v1/models/acme/hidden', {})).status).toBe(404)
    expect((await get('/v1/models/acme/hidden', { 'x-api-key': '' })).status).toBe(404)
    expect((await get('/v1/models/acme/hidden', { 'x-api-key': callerKey })).status).toBe(200)
    expect((await get('/v1/models/acme/hidden', { authorization: `bearer ${callerKey}` })).status).toBe(200)
  })
})

describe('a key that is limited to some models', () => {
  const limited = (models: string[] | null) => ({ name: 'limited', terms: keyTerms.parse({ models }) })
  const keys = {
    find: (key?: string) =>
      ({ all: limited(null), some: limited(['acme/tiny', 'acme/hidden']), none: limited(['acme/painter']) })[key ?? ''],
  }

  async function listed() {
    const { get: ask } = await startTestService([engine], { keys })
    return (path: string, key?: string, headers: Record<string, string> = {}) =>
      ask(path, { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers })
  }

  test('lists no others', async () => {
    const ask = await listed()
    expect(await idsOf(await ask('/v1/models', 'some'))).toEqual(['acme/tiny', 'acme/hidden'])
    expect(await idsOf(await ask('/v1/models', 'none'))).toEqual(['acme/painter'])
    expect(await idsOf(await ask('/v1/models?type=text_to_text', 'none'))).toEqual([])
    expect(await idsOf(await ask('/v1/models', 'all'))).toHaveLength(7)
  })

  test('gets a list of its own, also in a cache', async () => {
    const ask = await listed()
    const [all, some] = [await ask('/v1/models', 'all'), await ask('/v1/models', 'some')]
    const tag = some.headers.get('etag') ?? ''
    expect(tag).not.toBe(all.headers.get('etag'))
    expect(some.headers.get('vary')).toContain('authorization')
    expect((await ask('/v1/models', 'some', { 'if-none-match': tag })).status).toBe(304)
    expect((await ask('/v1/models', 'all', { 'if-none-match': tag })).status).toBe(200)
  })

  test('finds no others', async () => {
    const ask = await listed()
    const statuses = ['all', 'some', 'none', undefined].map(
      async (key) => (await ask('/v1/models/acme/tiny', key)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 404, 200])
    expect((await ask('/v1/models/acme/hidden', 'some')).status).toBe(200)
  })
})
