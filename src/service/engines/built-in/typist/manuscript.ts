import { countTokens } from '#service/engines/built-in/tokens.ts'
import { codeBlocks } from './code-blocks.ts'
import { createDraft, type Draft } from './draft.ts'
import { listBlocks } from './list-blocks.ts'
import { paragraph, proseBlocks, type Block } from './prose-blocks.ts'
import { worldBlocks } from './world-blocks.ts'

/** Left for the last paragraph, so that it is one. */
const shortestEnding = 8
/** Sentences of two tokens, of three, and so on. */
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
 * Writes markdown of exactly `length` tokens, block by block: the same length always gives the same text, a longer one
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

/** Takes the kinds in turn, each at its own step, so that sections differ in more than their words. */
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

function blockAt(kind: readonly Block[], position: number): Block {
  return kind[position % kind.length] ?? paragraph
}

/** A paragraph of exactly `length` tokens. No sentence has only one, so one is never left over. */
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
