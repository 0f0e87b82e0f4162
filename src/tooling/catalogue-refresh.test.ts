import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

function refresh(...args: string[]) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'src/tooling/catalogue-refresh.ts', ...args], {
    encoding: 'utf8',
  })
}

test('prints the usage without arguments', () => {
  const { status, stderr } = refresh()
  expect(status).toBe(1)
  expect(stderr).toContain('npm run catalogue:refresh -- models-dev.json litellm.json ruby-llm.json')
  expect(stderr).toContain('anomalyco/models.dev')
  expect(stderr).toContain('BerriAI/litellm')
  expect(stderr).toContain('crmne/ruby_llm')
})

test('names a missing file', () => {
  expect(refresh('no-such.json', 'package.json', 'package.json').stderr).toContain('no-such.json')
})

test('names a file that isn’t JSON', () => {
  expect(refresh('index.html', 'package.json', 'package.json').stderr).toBe('index.html is not JSON.\n')
})

test('asks for a date that the files lack', () => {
  const { status, stderr } = refresh('package.json', 'package.json', 'package.json')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^A date is missing\./)
})
