import { isRecord, parseJson } from '#contract/json.ts'
import { browserStorage, readText, writeText } from './browser-storage.ts'

/** A system prompt that was sent. */
export interface PromptVersion {
  text: string
  /** When it was sent last, in milliseconds since the epoch. */
  usedAt: number
}

const storageName = 'parley.system-prompts'
const version = 1
const maxVersions = 30

/** The system prompts that this browser sent, each once, latest first. */
export function readPromptVersions(): PromptVersion[] {
  const stored = parseJson(readText(browserStorage().device, storageName) ?? 'null')
  if (!isRecord(stored) || stored['version'] !== version || !Array.isArray(stored['prompts'])) return []
  return stored['prompts'].flatMap((each: unknown): PromptVersion[] => {
    if (!isRecord(each)) return []
    const { text, usedAt } = each
    return typeof text === 'string' && text.trim() !== '' && typeof usedAt === 'number' ? [{ text, usedAt }] : []
  })
}

/** Notes that a system prompt was sent. A browser whose storage is full or disabled forgets it. */
export function notePromptUsed(text: string, usedAt = Date.now()): void {
  if (text.trim() === '') return
  const others = readPromptVersions().filter((each) => each.text !== text)
  const prompts = [{ text, usedAt }, ...others].slice(0, maxVersions)
  writeText(browserStorage().device, storageName, JSON.stringify({ version, prompts }))
}
