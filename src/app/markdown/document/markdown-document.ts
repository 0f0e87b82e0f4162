import type { MarkdownBlock, Footnotes } from './block.ts'
import { createBlockSplitter } from './block-splitter.ts'
import { createLinkDefinitions } from './link-definitions.ts'
import { repairPartialMarkdown } from './repair-partial-markdown.ts'

/** A snapshot of a document. Unchanged parts are the same objects as before. */
export interface DocumentView {
  /** Blocks in groups of `groupSize`, so that only the last group re-renders while text grows. */
  groups: readonly (readonly MarkdownBlock[])[]
  /** True while the last block may still grow. */
  open: boolean
  footnotes: Footnotes | undefined
  /** How many characters were added to a document that had some; 0 for the first ones. */
  added: number
  /** True while some of the text is not in `groups` yet. */
  hasMore: boolean
}

/** A growing text as blocks that are parsed once. */
export interface MarkdownDocument {
  /**
   * Returns a view of `text`. If `text` doesn't continue the text read before, it starts over. Reads at most `budget`
   * more characters; while `hasMore`, call it again.
   */
  read(text: string, open: boolean, budget: number): DocumentView
}

const groupSize = 24

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
  /** The text passed last, and how much of it has been read. */
  let lastText = ''
  let length = 0
  let partialLine = ''
  let isEnded = false
  let count = 0
  let view: DocumentView | undefined
  let footnotes: Footnotes | undefined

  const splitter = createBlockSplitter((span) => {
    setBlock(count, span)
    count += 1
    linkDefinitions.close(span)
    footnotes = linkDefinitions.footnotes()
  })
  const linkDefinitions = createLinkDefinitions((index, block) => setBlock(index, block))

  function setBlock(index: number, block: MarkdownBlock) {
    const groupIndex = Math.floor(index / groupSize)
    const group = [...(groups[groupIndex] ?? [])]
    group[index % groupSize] = block
    groups = [...groups]
    groups[groupIndex] = group
  }

  /** Normalizes line endings. A carriage return at the end may be half of one. */
  function append(chunk: string) {
    const lines = (partialLine + chunk).replaceAll(/\r\n|\r(?!$)/g, '\n').split('\n')
    partialLine = lines.pop() ?? ''
    for (const line of lines) splitter.addLine(line)
  }

  /** Adds the open blocks, repaired so that half-typed syntax never shows. */
  function addOpenBlocks(): readonly (readonly MarkdownBlock[])[] {
    const closed = groups
    splitter.open(partialLine.replace(/\r$/, '')).forEach((span, index, all) => {
      const source = index === all.length - 1 ? repairPartialMarkdown(span) : span.source
      const references = span.kind === 'code' ? undefined : linkDefinitions.lookUp(source)
      if (source.trim() !== '') setBlock(count + index, { ...span, source, ...(references && { references }) })
    })
    const withOpen = groups
    groups = closed
    return withOpen
  }

  return {
    continues: (text: string, open: boolean) =>
      isContinuation(lastText, text, open) && !(isEnded && (open || text.length > length)),
    read(text: string, open: boolean, budget: number): DocumentView {
      const chunk = nextChunk(text.slice(length, length + budget))
      const hasMore = length + chunk.length < text.length
      const ends = !open && !hasMore && !isEnded
      if (view && chunk === '' && !ends) return view
      const added = length === 0 ? 0 : chunk.length
      lastText = text
      length += chunk.length
      append(chunk)
      if (ends) {
        isEnded = true
        splitter.addLine(partialLine.replace(/\r$/, ''))
        splitter.end()
        partialLine = ''
      }
      view = { groups: isEnded ? groups : addOpenBlocks(), open: !isEnded, footnotes, added, hasMore }
      return view
    },
  }
}

/** Lines per read, since each may be a block. A line that may define a label costs as much as many. */
const linesPerRead = 1_200
const labelCost = 12

function nextChunk(text: string): string {
  let end = 0
  for (let cost = 0; cost < linesPerRead; cost += 1) {
    const start = end
    end = text.indexOf('\n', start) + 1
    if (end === 0) return text
    if (/\]:|\[\^/.test(text.slice(start, end))) cost += labelCost - 1
  }
  return text.slice(0, end)
}

/** Long enough that another text won't match by chance. */
const tailLength = 256

/** Whether `text` continues `before`. While it grows, only the tail is compared; at the end, the whole text. */
function isContinuation(before: string, text: string, open: boolean): boolean {
  if (text === before) return true
  const from = open ? Math.max(0, before.length - tailLength) : 0
  return text.startsWith(before.slice(from), from)
}
