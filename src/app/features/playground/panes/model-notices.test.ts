import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connections } from '#app/data/connections/connections.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { modelProblemOf } from './model-notices.tsx'

const nothing = { modelId: null, connectionId: null, error: null, anyModels: false }
const failure = (message: string, status?: number) =>
  new ServiceFailure({ message, type: 'api_error', param: null, code: null }, { status })

beforeEach(() => vi.stubGlobal('location', new URL('https://parley.test')))
afterEach(() => vi.unstubAllGlobals())

it('reports a model that isn’t in the list', () => {
  expect(modelProblemOf({ ...nothing, modelId: 'acme/gone', anyModels: true })).toEqual({
    words: null,
    next: 'model',
  })
})

it('distinguishes a missing choice from an empty list', () => {
  expect(modelProblemOf({ ...nothing, anyModels: true })).toEqual({
    words: 'No model selected. Choose one above.',
    next: 'model',
  })
  expect(modelProblemOf(nothing)).toEqual({
    words: 'No connected provider has a chat model. Connect one.',
    next: 'connect',
  })
})

it('reports why the list failed to load, and never calls a model unknown then', () => {
  const error = failure('The service is restarting.', 503)
  expect(modelProblemOf({ ...nothing, modelId: 'acme/tiny', error })).toEqual({
    words: 'Couldn’t load models from This server. The service is restarting.',
    next: 'retry',
  })
})

it('links to the settings if another connection refuses its key', () => {
  connections.setState({ others: [{ id: 'c', name: 'Acme', baseUrl: 'https://acme.test/v1' }] })
  const { words, next } = modelProblemOf({ ...nothing, connectionId: 'c', error: failure('no', 401) })
  expect(words).toMatch(/^Couldn’t load models from Acme\. Acme requires an API key/u)
  expect(next).toBe('settings')
})
