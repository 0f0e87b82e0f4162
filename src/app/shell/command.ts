import type { Shortcut } from './shortcut.ts'

/** Something that can be done from anywhere, by its name. */
export interface Command {
  id: string
  /** What it does, as a button would say it. */
  title: string
  group: string
  /** Further words it is found by. */
  words?: string
  shortcut?: Shortcut
  /** Whether the shortcut means this command now; without it, always. Of several with the same keys the first does. */
  isHere?: () => boolean
  run: () => void
}

/** The commands that a person who typed this may mean: every word is in the title, group or words. Best first. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return [...commands]
  return commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
}

/** 0 where the title begins with what was typed, 1 where its words do, 2 where it is anywhere, infinite where it is not. */
function rankOf({ title, group, words: further = '' }: Command, words: readonly string[]): number {
  const name = title.toLowerCase()
  const everything = `${name} ${group.toLowerCase()} ${further.toLowerCase()}`
  if (!words.every((word) => everything.includes(word))) return Infinity
  if (name.startsWith(words.join(' '))) return 0
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2
}
