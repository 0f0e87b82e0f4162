import { dayWords } from './date-words.ts'

/** Where something is from, by the name that people know, and of which day: `models.dev, 24 July 2026`. */
export function sourceWords({ name, date }: { name: string; date: string }): string {
  // Some are told by their repository: whose account it lies under says nothing here.
  return `${name.slice(name.lastIndexOf('/') + 1) || name}, ${dayWords(date)}`
}
