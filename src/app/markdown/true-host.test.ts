import { describe, expect, it } from 'vitest'
import { trueHost } from './true-host.ts'

describe('trueHost', () => {
  it.each([
    ['https://example.org/docs', 'the docs'],
    ['https://example.org/docs', 'example.org'],
    ['https://www.example.org/docs', 'https://example.org/docs'],
    ['https://example.org/', 'Example.ORG/anything'],
    ['https://example.org/', 'Node.js, the runtime'],
    ['mailto:help@example.org', 'help@example.org'],
    ['mailto:help@example.org?subject=x', 'mailto:help@example.org'],
  ])('has nothing to say of %s as %j', (address, text) => {
    expect(trueHost(address, text)).toBeUndefined()
  })

  it.each([
    ['https://hostile.example/', 'bank.example', 'hostile.example'],
    ['https://bank.example.hostile.example/', 'https://bank.example', 'bank.example.hostile.example'],
    ['https://bank.example@hostile.example/', 'https://bank.example@hostile.example', 'hostile.example'],
    ['https://hostile.example/', '\u202ebank.example', 'hostile.example'],
    ['https://hostile.example/', 'bank\u200b.example', 'hostile.example'],
    ['https://xn--bnk-6cd.example/', 'bаnk.example', 'xn--bnk-6cd.example'],
    ['mailto:thief@hostile.example', 'help@bank.example', 'thief@hostile.example'],
  ])('tells where %s goes, shown as %j', (address, text, host) => {
    expect(trueHost(address, text)).toBe(host)
  })
})
