import { describe, expect, test } from 'vitest'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { createStubEngine } from '#service/stub-engine.test-support.ts'
import {
  catalogueLine,
  engineLines,
  keyLine,
  pageLink,
  listenProblem,
  keyRequiredLine,
  limitsLines,
  overrideLines,
} from './startup-banner.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4173/#key=k'],
  ['0.0.0.0', 'http://127.0.0.1:4173/#key=k'],
  ['::', 'http://127.0.0.1:4173/#key=k'],
  ['::1', 'http://[::1]:4173/#key=k'],
  ['parley.lan', 'http://parley.lan:4173/#key=k'],
])('the link for %s is %s', (host, link) => {
  expect(pageLink({ host, port: 4173 }, 'k')).toBe(link)
})

test('the link has no fragment without a key', () => {
  expect(pageLink({ host: '127.0.0.1', port: 80 })).toBe('http://127.0.0.1:80/')
})

test('has a line for each engine', () => {
  expect(
    engineLines([
      { engine: 'built-in', models: 5 },
      { engine: '127.0.0.1:11434', models: 1 },
      { engine: 'down', models: 0, problem: 'The engine cannot be reached.' },
    ]),
  ).toEqual([
    '  built-in         5 models',
    '  127.0.0.1:11434  1 model',
    '  down             The engine cannot be reached.',
  ])
})

test('has a line for the catalogue', () => {
  expect(catalogueLine([{ status: 'active' }, { status: 'inactive' }, { status: 'pending' }])).toBe(
    '3 models are published: 1 can be called, the others when an engine serves them.',
  )
})

test('has a line for an override of an unknown model', async () => {
  const catalogue = createModelCatalogue({ engines: [createStubEngine({ models: [{ id: 'tiny' }] })] })
  await catalogue.refresh()
  const overrides = { 'community/tiny': {}, tiny: {}, 'acme/none': {}, 'acme/hidden': { status: 'deleted' } }
  expect(overrideLines(overrides, catalogue)).toEqual([
    'The configuration overrides the model “tiny”, but no model with this id is published. Check its spelling.',
    'The configuration overrides the model “acme/none”, but no model with this id is published. Check its spelling.',
  ])
})

describe('a server that can’t listen', () => {
  const place = { host: '127.0.0.1', port: 4173 }

  test.each([
    [
      'EADDRINUSE',
      'Port 4173 on 127.0.0.1 is already in use. Stop the program that uses it, or choose another port: PORT=4174 npm start',
    ],
    ['EACCES', 'This account can’t use port 4173. Choose 1024 or higher: PORT=4173 npm start'],
    ['EADDRNOTAVAIL', 'HOST is “127.0.0.1”, which is not an address of this machine. Unset it to listen on 127.0.0.1.'],
  ])('explains %s', (code, words) => {
    expect(listenProblem(Object.assign(new Error(code), { code }), place)).toBe(words)
  })

  test('suggests other settings for an unknown error', () => {
    expect(listenProblem(new Error('odd'), place)).toBe(
      'The server cannot listen on 127.0.0.1:4173 (Error: odd). Choose another HOST or PORT.',
    )
  })
})

test.each([
  [
    { inLink: true, configured: 0, names: [] },
    'Keys: the one in the link. Create a permanent key: npm run keys -- add NAME',
  ],
  [{ inLink: true, configured: 0, names: ['laptop', 'ci'] }, 'Keys: the one in the link; laptop, ci (npm run keys).'],
  [{ inLink: false, configured: 2, names: ['ci'] }, 'Keys: 2 of PARLEY_API_KEYS; ci (npm run keys).'],
])('lists the keys by name: %o', (keys, line) => {
  expect(keyLine(keys)).toBe(line)
})

test('explains how to configure a local engine that requires a key', () => {
  expect(keyRequiredLine({ name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' })).toBe(
    'llama.cpp at http://127.0.0.1:8080/v1 requires a key and was skipped. Restart with PARLEY_ENGINE_URL=http://127.0.0.1:8080/v1 and PARLEY_ENGINE_KEY=its key, or add it to parley.config.json with apiKeyEnv.',
  )
})

test('says that limits are not shared, and what to do', () => {
  expect(limitsLines(undefined)).toEqual([])
  expect(limitsLines('redis://127.0.0.1:6379 doesn’t work (connect ECONNREFUSED)')).toEqual([
    'Limits: redis://127.0.0.1:6379 doesn’t work (connect ECONNREFUSED). Until it works, this process enforces limits on its own. Check PARLEY_LIMITS and the server.',
  ])
})
