import { isInTextField } from '#app/ui/focus.ts'

/** A combination of keys: `mod+k`, `mod+shift+o`, `?`. `mod` is ⌘ on Apple's machines and Ctrl elsewhere. */
export type Shortcut = string

const isApple = /Mac|iPhone|iPad/u.test(globalThis.navigator?.userAgent ?? '')

/** Whether this press is that combination, however the keyboard makes its character. */
export function isShortcut(event: KeyboardEvent, shortcut: Shortcut, apple = isApple): boolean {
  const parts = shortcut.split('+')
  const key = parts.at(-1) ?? ''
  const mod = apple ? event.metaKey : event.ctrlKey
  const other = apple ? event.ctrlKey : event.metaKey
  if (other || event.altKey || mod !== parts.includes('mod')) return false
  // Whether a sign such as ? takes Shift is the keyboard's affair.
  if (/^[a-z]$/u.test(key) && event.shiftKey !== parts.includes('shift')) return false
  return event.key.toLowerCase() === key
}

/** Its keys as they are printed on the keyboard. */
export function shortcutKeys(shortcut: Shortcut, apple = isApple): string[] {
  const names: Record<string, string> = apple ? { mod: '⌘', shift: '⇧' } : { mod: 'Ctrl', shift: 'Shift' }
  return shortcut.split('+').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : capitalised(part)))
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** Something that can be done from anywhere, by its name. */
export interface Command {
  id: string
  /** What it does, as a button would say it. */
  title: string
  group: string
  /** Further words it is found by. */
  keywords?: string
  shortcut?: Shortcut
  /** Whether the shortcut means this command now; without it, always. Of several with the same keys the first does. */
  isActive?: () => boolean
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
function rankOf({ title, group, keywords: further = '' }: Command, words: readonly string[]): number {
  const name = title.toLowerCase()
  const everything = `${name} ${group.toLowerCase()} ${further.toLowerCase()}`
  if (!words.every((word) => everything.includes(word))) return Infinity
  if (name.startsWith(words.join(' '))) return 0
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2
}

/** Combinations that mean something of their own where text is written. */
const ofText = new Set(['/', '?', 'mod+z', 'mod+shift+z'])

/** Runs a command when its combination of keys is pressed, on every page. Called once, when the app starts. */
export function listenForShortcuts(commands: () => readonly Command[]): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const command = commands().find(
      ({ shortcut, isActive: isHere }) => shortcut !== undefined && isShortcut(event, shortcut) && (isHere?.() ?? true),
    )
    if (command?.shortcut === undefined || (ofText.has(command.shortcut) && isInTextField(event.target))) return
    // Behind a dialog it would happen out of sight.
    if (document.querySelector('dialog[open], [role="dialog"]')) return
    event.preventDefault()
    command.run()
  })
}
