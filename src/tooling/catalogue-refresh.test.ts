import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

function refresh(...args: string[]) {
  return spawnSync(process.execPath, ['--import', 'tsx', 'src/tooling/catalogue-refresh.ts', ...args], {
    encoding: 'utf8',
  })
}

test('without files it says what to pass and where to find it', () => {
  const { status, stderr } = refresh()
  expect(status).toBe(1)
  expect(stderr).toContain('npm run catalogue:refresh -- models-dev.json litellm.json ruby-llm.json')
  expect(stderr).toContain('anomalyco/models.dev')
  expect(stderr).toContain('BerriAI/litellm')
  expect(stderr).toContain('crmne/ruby_llm')
})

test('a file that isn’t there is named', () => {
  expect(refresh('no-such.json', 'package.json', 'package.json').stderr).toContain('no-such.json')
})

test('a file that isn’t JSON is named', () => {
  expect(refresh('index.html', 'package.json', 'package.json').stderr).toBe('index.html is not JSON.\n')
})

test('files that don’t tell their day are not guessed at', () => {
  const { status, stderr } = refresh('package.json', 'package.json', 'package.json')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^A date is missing\./)
})
