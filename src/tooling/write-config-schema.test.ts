import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configJsonSchema, configSchemaFile } from './write-config-schema.ts'
import { providers } from '#dialects/providers.ts'
import { fileNameOf, settings } from '#server/config/settings-table.ts'

test('matches the published schema (npm run config:schema)', () => {
  const published: unknown = JSON.parse(readFileSync(configSchemaFile, 'utf8'))
  expect(published).toEqual(JSON.parse(JSON.stringify(configJsonSchema())))
})

test('describes every setting and its default', () => {
  const { properties } = configJsonSchema() as { properties: Record<string, Record<string, unknown>> }
  for (const setting of Object.values(settings)) {
    expect(properties[fileNameOf(setting)]).toMatchObject({
      description: expect.stringMatching(/\.$/),
      default: setting.fallback,
    })
  }
})

test('has every setting and provider in the documentation', () => {
  const documentation = readFileSync('docs/configuration.md', 'utf8')
  for (const setting of Object.values(settings)) {
    expect(documentation).toContain(`\`${setting.variable}\``)
    expect(documentation).toContain(`\`${fileNameOf(setting)}\``)
  }
  for (const { variable, baseUrl } of providers) {
    expect(documentation).toMatch(new RegExp(`\`${variable}\` +\\| \`${baseUrl}\``))
  }
})
