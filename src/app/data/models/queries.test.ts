import { afterEach, expect, it, vi } from 'vitest'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { readModel, readModels } from './queries.ts'

const model = {
  id: 'a/b',
  slug: 'b',
  name: 'B',
  description: '',
  owned_by: 'a',
  author: 'community',
  status: 'active',
  model_type: 'image_generation',
  created: 0,
  context_length: 1,
  pricing: [],
}
const { signal } = new AbortController()

/** A service that sends these responses in order and records its requests. */
function answering(...answers: Response[]) {
  const service = vi.fn<typeof fetch>()
  for (const answer of answers) service.mockResolvedValueOnce(answer)
  vi.stubGlobal('fetch', service)
  vi.stubGlobal('localStorage', { getItem: () => null })
  return {
    paths: () => service.mock.calls.map(([path]) => path),
    tags: () => service.mock.calls.map(([, init]) => new Headers(init?.headers).get('if-none-match')),
  }
}
afterEach(() => vi.unstubAllGlobals())

const refusal = (status: number, param: string | null, message: string) =>
  Response.json({ error: { message, type: 'not_found_error', code: 'model_not_found', param } }, { status })

it('sends the ETag and keeps the list on a 304', async () => {
  const list = () => Response.json({ data: [model] }, { headers: { etag: '"one"' } })
  const service = answering(list(), new Response(null, { status: 304 }), list())
  const first = await readModels(undefined, signal)
  const second = await readModels(first, signal)
  expect(second).toBe(first)
  expect(await readModels(second, signal)).toEqual(first)
  expect(service.tags()).toEqual([null, '"one"', '"one"'])
})

it('explains what to do if the list can’t be read', async () => {
  answering(Response.json({ data: [{}] }))
  await expect(readModels(undefined, signal)).rejects.toThrow(/Reload/u)
})

it('finds a model of any type, with its id as one path segment', async () => {
  const service = answering(
    refusal(404, 'type', '“a/b” is of type image_generation, not text_generation. Ask with ?type=image_generation.'),
    Response.json(model),
  )
  expect(await readModel({ id: 'a/../b' }, signal)).toEqual(model)
  expect(service.paths()).toEqual(['/v1/models/a%2F..%2Fb', '/v1/models/a%2F..%2Fb?type=image_generation'])
})

it('searches only the requested type', async () => {
  const service = answering(refusal(404, 'type', 'Ask with ?type=image_generation.'))
  await expect(readModel({ id: 'a/b', type: 'moderation' }, signal)).rejects.toBeInstanceOf(ServiceFailure)
  expect(service.paths()).toHaveLength(1)
})

it('starts with the likely type', async () => {
  const service = answering(Response.json(model))
  await readModel({ id: 'a/b', likely: 'image_generation' }, signal)
  expect(service.paths()).toEqual(['/v1/models/a%2Fb?type=image_generation'])
})
