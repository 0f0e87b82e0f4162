import { describe, expect, it } from 'vitest'
import { linkLengthOf, linkReachOf } from './share-link.tsx'

describe('link length', () => {
  it.each([
    [2_000, 'comfortable'],
    [2_001, 'caution'],
    [8_000, 'caution'],
    [8_001, 'warning'],
    [32_000, 'warning'],
    [32_001, 'too-long'],
  ])('a link of %i characters is %s', (characters, tone) => {
    expect(linkLengthOf(characters, 'Share fewer messages').tone).toBe(tone)
  })
})

describe('link reach', () => {
  it.each([
    'http://127.0.0.1:4173',
    'http://127.8.9.1',
    'http://localhost:5173',
    'http://parley.localhost',
    'http://localhost.:80',
    'http://[::1]:4173',
    'http://0.0.0.0:4173',
  ])('explains that %s only opens on this computer', (address) => {
    const { selfOnly, words } = linkReachOf(new URL(address))
    expect(selfOnly).toBe(true)
    expect(words).toContain('only works on this computer')
  })

  it.each([
    'http://192.168.1.20:4173',
    'https://parley.example',
    'http://[fe80::1]:4173',
    'https://localhost.example',
    'https://127.0.0.1.example',
    'https://notlocalhost',
  ])('%s opens wherever its host is reachable', (address) => {
    const url = new URL(address)
    expect(linkReachOf(url)).toEqual({ selfOnly: false, words: `Opens anywhere that can reach ${url.host}.` })
  })
})
