import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { curlCommand } from './curl-command.ts'

/** What a real shell hands to the program `curl`: here one that prints what it was given. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`
  const env = { PATH: process.env['PATH'] ?? '', PARLEY_KEY: 'a key' }
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

it('hands the shell the address, the key of its environment, and the request', () => {
  const [address, , key, , type, , body] = argumentsOf(curlCommand('http://127.0.0.1:4173', 'parley/echo'))
  expect([address, key, type]).toEqual([
    'http://127.0.0.1:4173/v1/chat/completions',
    'Authorization: Bearer a key',
    'Content-Type: application/json',
  ])
  expect(JSON.parse(body ?? '')).toMatchObject({ model: 'parley/echo' })
})

it('lets no id leave its quotes', () => {
  const hostile = fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '(', ')', ';', '\n', '!', 'a', 'й') })
  fc.assert(
    fc.property(hostile, (id) => {
      const given = argumentsOf(curlCommand('http://x', id))
      expect(given).toHaveLength(7)
      expect(JSON.parse(given.at(-1) ?? '').model).toBe(id)
    }),
    { numRuns: 60 },
  )
})
