import { type DemoModel, lastUserText, modelCard } from '#service/engines/demo/demo-model.ts'
import { countTokens } from '#service/engines/demo/tokens.ts'
import { type ProseBlock, listBlocks, paragraph, proseBlocks, worldBlocks } from './blocks.ts'
import { codeBlocks } from './code-blocks.ts'
import { type Draft, createDraft } from './draft.ts'

const defaultTokens = 600
const maxTokens = 200_000

/** Writes markdown of every kind, with the length and speed that the prompt asks for. */
export const typist: DemoModel = {
  model: modelCard(
    'typist',
    'Typist',
    'A demo model inside Parley that writes Markdown of every kind, up to 200,000 tokens. The same length always gives the same text. Try “2000 tokens at 500 tokens per second”.',
  ),
  reply({ request }) {
    const { tokens = defaultTokens, ...pace } = readTypingRequest(lastUserText(request.messages) ?? '')
    return { pieces: writeManuscript(Math.min(Math.max(tokens, 1), maxTokens)), ...pace }
  },
}

/** What the prompt asks for; the rest is absent. */
export interface TypingRequest {
  /** Rounded to a whole number; not yet limited. */
  tokens?: number
  tokensPerSecond?: number
}

/** `2000`, `2,000`, `2 000`, `1.5`, each with an optional `k`. */
const number = String.raw`(?<![\d.,])(\d{1,3}(?:[,.'’_ \u00A0\u202F]\d{3})+|\d+(?:\.\d+)?)[ -]?(k\b)?`
const unit = String.raw`[\s-]*(?:tokens?|toks?)\b`
const each = String.raw`\s*(?:/|per|a|each|every)\s*(?:s|sec|secs|seconds?)\b`
const speed = new RegExp(`${number}(?:${unit}${each}|\\s*(?:(?:t|\\b)\\s*/\\s*s|tps|per second)\\b)`, 'iu')
const lengthPattern = new RegExp(`${number}${unit}(?!${each})`, 'iu')

/** Reads a prompt such as `2,000 tokens at 500 tokens per second`, or either half of it. */
export function readTypingRequest(prompt: string): TypingRequest {
  const tokensPerSecond = numberIn(speed.exec(prompt))
  const tokens = numberIn(lengthPattern.exec(prompt))
  return {
    ...(tokens !== undefined && { tokens: Math.round(tokens) }),
    ...(tokensPerSecond !== undefined && { tokensPerSecond }),
  }
}

function numberIn(match: RegExpExecArray | null): number | undefined {
  const [, digits, thousands] = match ?? []
  if (digits === undefined) return undefined
  // A point before three digits is a thousands separator, as in much of Europe, but before a `k` a decimal point.
  const separators = thousands ? /[,'’_ \u00A0\u202F]/g : /[,'’_ \u00A0\u202F]|\.(?=\d{3}(?:\D|$))/g
  return Number(digits.replace(separators, '')) * (thousands ? 1000 : 1)
}

/** In tokens. Reserved for the last paragraph. */
const shortestEnding = 8
/** Sentences of two tokens, three tokens, and so on. */
const lastSentences = [
  'Done.',
  'All done.',
  'That is all.',
  'And that is all.',
  'Here the page is full.',
  'And here the page is full.',
  'Here at last the page is full.',
  'And here at last the page is full.',
] as const
const longestLast = lastSentences.length + 1

/**
 * Writes markdown of exactly `length` tokens, block by block. The same length always gives the same text, a longer text
 * has the same beginning, and no block is cut.
 */
export function* writeManuscript(length: number): Generator<string, void> {
  let left = length
  for (const block of blocks()) {
    const piece = `${block}\n\n`
    const size = countTokens(piece)
    if (size + shortestEnding > left) break
    left -= size
    yield piece
  }
  yield ending(left)
}

/** Cycles through each kind of block at a different rate, so that sections differ in structure, too. */
function* blocks(): Generator<string, never> {
  yield '# A typed specimen'
  for (let section = 1; ; section++) {
    const draft = createDraft(section)
    yield headingOf(draft)
    yield paragraph(draft)
    for (const kind of [listBlocks, codeBlocks, proseBlocks]) yield blockAt(kind, section - 1)(draft)
    if (section % 2 === 0) yield blockAt(worldBlocks, section / 2 - 1)(draft)
    yield `### ${section}.1 The ${draft.noun()}, more closely`
    yield blockAt(proseBlocks, section + 3)(draft)
    yield paragraph(draft)
  }
}

function headingOf({ section, adjective, noun }: Draft): string {
  return `## ${section}. Of the ${adjective()} ${noun()}`
}

function blockAt(kind: readonly ProseBlock[], position: number): ProseBlock {
  return kind[position % kind.length] ?? paragraph
}

/** A paragraph of exactly `length` tokens. Sentences have at least two tokens, so it never leaves just one. */
function ending(length: number): string {
  if (length === 1) return 'Done'
  const draft = createDraft(0)
  const sentences: string[] = []
  let left = length
  const fits = (size: number) => size <= left && left - size !== 1
  for (;;) {
    const sentence = draft.sentence()
    const size = countTokens(sentence)
    if (!fits(size)) break
    sentences.push(sentence)
    left -= size
  }
  while (left > 0) {
    const size = fits(Math.min(left, longestLast)) ? Math.min(left, longestLast) : longestLast - 1
    sentences.push(lastSentences[size - 2] ?? '')
    left -= size
  }
  return sentences.join(' ')
}
