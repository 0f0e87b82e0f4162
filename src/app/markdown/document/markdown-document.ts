import type { MarkdownBlock, Footnotes } from './block.ts'
import { createBlockSplitter } from './block-splitter.ts'
import { createLinkDefinitions } from './link-definitions.ts'
import { repairPartialMarkdown } from './repair-partial-markdown.ts'

/** What a document is at one moment. Parts that did not change are the same objects as before. */
export interface DocumentView {
  /** Blocks in groups of `groupSize`, so that only the last group is looked at while text grows. */
  groups: readonly (readonly MarkdownBlock[])[]
  /** True while the last block may still grow. */
  open: boolean
  footnotes: Footnotes | undefined
  /** True while text has arrived that is not in `groups` yet. */
  behind: boolean
}

/** A text that grows, as blocks that are parsed once. */
export interface MarkdownDocument {
  /**
   * Takes the text so far, which begins with what was given before (else it starts anew), and returns the view of it.
   * At most `budget` characters are taken in at a time; while the view is `behind`, read again.
   */
  read(text: string, open: boolean, budget: number): DocumentView
}

const groupSize = 24

/** A document of nothing yet. */
export function createMarkdownDocument(): MarkdownDocument {
  let reader = createReader()
  return {
    read(text, open, budget) {
      if (!reader.continues(text, open)) reader = createReader()
      return reader.read(text, open, budget)
    },
  }
}

function createReader() {
  let groups: (readonly MarkdownBlock[])[] = []
  /** The text as it was last given, and how much of it has been taken in. */
  let given = ''
  let length = 0
  let partialLine = ''
  let ended = false
  let count = 0
  let view: DocumentView | undefined
  let footnotes: Footnotes | undefined

  const splitter = createBlockSplitter((stretch) => {
    put(count, stretch)
    count += 1
    book.close(stretch)
    footnotes = book.footnotes()
  })
  const book = createLinkDefinitions((index, block) => put(index, block))

  function put(index: number, block: MarkdownBlock) {
    const place = Math.floor(index / groupSize)
    const group = [...(groups[place] ?? [])]
    group[index % groupSize] = block
    groups = [...groups]
    groups[place] = group
  }

  /** Line endings become one; a carriage return at the end may be half of one. */
  function takeIn(piece: string) {
    const lines = (partialLine + piece).replaceAll(/\r\n|\r(?!$)/g, '\n').split('\n')
    partialLine = lines.pop() ?? ''
    for (const line of lines) splitter.takeLine(line)
  }

  /** What is open is drawn too, completed so that half a mark never shows. */
  function withOpenBlocks(): readonly (readonly MarkdownBlock[])[] {
    const closed = groups
    splitter.open(partialLine.replace(/\r$/, '')).forEach((stretch, index, all) => {
      const source = index === all.length - 1 ? repairPartialMarkdown(stretch) : stretch.source
      const references = stretch.kind === 'code' ? undefined : book.lookUp(source)
      if (source.trim() !== '') put(count + index, { ...stretch, source, ...(references && { references }) })
    })
    const shown = groups
    groups = closed
    return shown
  }

  return {
    continues: (text: string, open: boolean) => goesOn(given, text, open) && !(ended && (open || text.length > length)),
    read(text: string, open: boolean, budget: number): DocumentView {
      const piece = portionOf(text.slice(length, length + budget))
      const behind = length + piece.length < text.length
      const ends = !open && !behind && !ended
      if (view && piece === '' && !ends) return view
      given = text
      length += piece.length
      takeIn(piece)
      if (ends) {
        ended = true
        splitter.takeLine(partialLine.replace(/\r$/, ''))
        splitter.end()
        partialLine = ''
      }
      view = { groups: ended ? groups : withOpenBlocks(), open: !ended, footnotes, behind }
      return view
    },
  }
}

/** How many lines are taken in at a time, as each may be a block. One that may define a label costs as much as many. */
const linesAtATime = 500
const costOfLabel = 12

function portionOf(text: string): string {
  let end = 0
  for (let cost = 0; cost < linesAtATime; cost += 1) {
    const start = end
    end = text.indexOf('\n', start) + 1
    if (end === 0) return text
    if (/\]:|\[\^/.test(text.slice(start, end))) cost += costOfLabel - 1
  }
  return text.slice(0, end)
}

/** Long enough that no other text has it in the same place by chance. */
const tailLength = 256

/** Whether a text is the one before and more. While it grows, its tail tells; the whole is compared only at the end. */
function goesOn(before: string, text: string, open: boolean): boolean {
  if (text === before) return true
  const from = open ? Math.max(0, before.length - tailLength) : 0
  return text.startsWith(before.slice(from), from)
}
