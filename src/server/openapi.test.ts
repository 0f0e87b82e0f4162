import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'
import { startParley } from '#testing/start-parley.ts'

test('the OpenAPI document is valid (3.1)', async () => {
  const parley = await startParley([createEngine({ kind: 'built-in' }, { clock: systemClock })])
  const response = await fetch(`${parley.baseUrl}/v1/openapi.json`)
  const validator = new Validator()
  expect(await validator.validate(await response.json())).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  parley.close()
})
