import { expect, test } from 'vitest'
import { refresh } from './catalogue-refresh.ts'

test('asks for its files, and says where they come from', async () => {
  const failure = await refresh([]).catch((reason: unknown) => reason)
  for (const text of [
    'npm run catalogue:refresh -- models-dev.json litellm.json ruby-llm.json',
    'anomalyco/models.dev',
    'BerriAI/litellm',
    'crmne/ruby_llm',
  ]) {
    expect(String(failure)).toContain(text)
  }
})

test('names a missing file', async () => {
  await expect(refresh(['no-such.json', 'package.json', 'package.json'])).rejects.toThrow('no-such.json')
})

test('names a file that isn’t JSON', async () => {
  await expect(refresh(['index.html', 'package.json', 'package.json'])).rejects.toThrow('index.html is not JSON.')
})

test('asks for a date that the files lack', async () => {
  await expect(refresh(['package.json', 'package.json', 'package.json'])).rejects.toThrow(/^A date is missing\./)
})
