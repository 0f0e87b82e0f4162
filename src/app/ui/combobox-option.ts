export interface ComboboxOption {
  value: string
  label: string
  /** A second, quieter line: an id, a path. */
  detail?: string
  /** A word at the end of the row, such as why it cannot be used now. */
  note?: string
}

/** The options whose label or detail has every word of the query in it; all of them for an empty one. */
export function matchingOptions(options: readonly ComboboxOption[], query: string): ComboboxOption[] {
  const words = query.toLowerCase().split(/\s+/)
  return options.filter(({ label, detail = '' }) => {
    const haystack = `${label} ${detail}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}
