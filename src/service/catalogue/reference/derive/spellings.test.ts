import { expect, test } from 'vitest'
import { modelKey } from './model-key.ts'
import { owners } from './owners.ts'
import { spellings } from './spellings.ts'

test('no name is another spelling of two models, and none is settled that is another spelling itself', () => {
  const keys = Object.entries(spellings).flatMap(([id, others]) => {
    const owner = id.slice(0, id.indexOf('/'))
    return [...new Set([id.slice(owner.length + 1), ...others].map((name) => modelKey(owner, name)))]
  })
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
})

test('every settled name is that of a maker we keep', () => {
  const makers = Object.keys(spellings).map((id) => id.slice(0, id.indexOf('/')))
  expect(makers.filter((maker) => !owners[maker])).toEqual([])
})
