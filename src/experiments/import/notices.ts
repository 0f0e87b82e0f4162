/** Sentences about what couldn't be imported. A file may have thousands, so only the first ones are kept. */
export interface Notices {
  add(sentence: string): void
  /** The sentences without repetitions, with a last one that counts those left out. */
  list(): string[]
}

/** Starts an empty list that keeps at most `most` sentences. */
export function createNotices(most = 200): Notices {
  const kept = new Set<string>()
  let more = 0
  return {
    add(sentence) {
      if (kept.has(sentence)) return
      if (kept.size < most) kept.add(sentence)
      else more += 1
    },
    list: () => [...kept, ...(more > 0 ? [`${more} more parts of the file weren’t imported either.`] : [])],
  }
}

/** A text in quotation marks on one line, shortened to 60 characters. */
export function quote(text: string): string {
  const line = text.slice(0, 200).replaceAll(/\s+/gu, ' ')
  return `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`
}
