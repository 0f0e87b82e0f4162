import { beforeEach, expect, test, vi } from 'vitest'
import { notePromptUsed, readPromptVersions } from './prompt-versions.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
  return () => void vi.unstubAllGlobals()
})

const texts = () => readPromptVersions().map(({ text }) => text)

test('keeps each prompt once, latest first, up to 30', () => {
  notePromptUsed('Be brief.', 1)
  notePromptUsed('Be kind.', 2)
  notePromptUsed('Be brief.', 3)
  notePromptUsed('  ')
  expect(readPromptVersions()).toEqual([
    { text: 'Be brief.', usedAt: 3 },
    { text: 'Be kind.', usedAt: 2 },
  ])
  for (let index = 0; index < 40; index++) notePromptUsed(`Prompt ${index}`)
  expect(texts()).toHaveLength(30)
  expect(texts()[0]).toBe('Prompt 39')
})

test('reads the stored format of version 1, and ignores anything else', () => {
  const golden = '{"version":1,"prompts":[{"text":"Be brief.","usedAt":1764000000000}]}'
  stored.set('parley.system-prompts', golden)
  expect(readPromptVersions()).toEqual([{ text: 'Be brief.', usedAt: 1_764_000_000_000 }])
  for (const text of ['', 'x', '[]', '{"version":2,"prompts":[]}', '{"version":1,"prompts":[{"text":1},null]}']) {
    stored.set('parley.system-prompts', text)
    expect(readPromptVersions()).toEqual([])
  }
})
