import { isInTextField } from '#app/ui/focus.ts'

/** A shortcut such as `mod+k`, `mod+shift+o` or `?`. `mod` is ⌘ on Apple devices and Ctrl elsewhere. */
export type Shortcut = string

const isApple = /Mac|iPhone|iPad/u.test(globalThis.navigator?.userAgent ?? '')

/** Whether a key event matches a shortcut in any keyboard layout. */
export function isShortcut(event: KeyboardEvent, shortcut: Shortcut, apple = isApple): boolean {
  const parts = shortcut.split('+')
  const key = parts.at(-1) ?? ''
  const mod = apple ? event.metaKey : event.ctrlKey
  const other = apple ? event.ctrlKey : event.metaKey
  if (other || event.altKey || mod !== parts.includes('mod')) return false
  // Whether a character such as ? needs Shift depends on the keyboard layout.
  if (/^[a-z]$/u.test(key) && event.shiftKey !== parts.includes('shift')) return false
  return event.key.toLowerCase() === key
}

/** The keys of a shortcut as labels. */
export function shortcutKeys(shortcut: Shortcut, apple = isApple): string[] {
  const names: Record<string, string> = apple ? { mod: '⌘', shift: '⇧' } : { mod: 'Ctrl', shift: 'Shift' }
  return shortcut.split('+').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : capitalised(part)))
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** A command that can be run from any page. */
export interface Command {
  id: string
  /** The label, worded like a button. */
  title: string
  group: string
  /** Additional search terms. */
  keywords?: string
  shortcut?: Shortcut
  /**
   * Whether the shortcut applies now; always if absent. Of several commands with one shortcut, the first active one
   * runs.
   */
  isActive?: () => boolean
  run: () => void
}

/** The words of a query in lower case. */
export function wordsOf(typed: string): string[] {
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
}

/** Commands that contain every typed word in title, group or keywords. Best matches first. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const words = wordsOf(typed)
  if (words.length === 0) return [...commands]
  return commands
    .map((command) => ({ command, rank: rank(command, words) }))
    .filter((match) => match.rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ command }) => command)
}

/** 0 if the title starts with the typed text, 1 if its words do, 2 for any other match, Infinity for none. */
function rank({ title, group, keywords = '' }: Command, words: readonly string[]): number {
  const name = title.toLowerCase()
  const searchable = `${name} ${group.toLowerCase()} ${keywords.toLowerCase()}`
  if (!words.every((word) => searchable.includes(word))) return Infinity
  if (name.startsWith(words.join(' '))) return 0
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2
}

/** Shortcuts that have their own meaning in text fields. */
const textFieldShortcuts = new Set(['/', '?', 'mod+z', 'mod+shift+z'])

/** Runs commands by their shortcuts, on every page. Call once at startup. */
export function listenForShortcuts(commands: () => readonly Command[]): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const command = commands().find(
      ({ shortcut, isActive }) => shortcut !== undefined && isShortcut(event, shortcut) && (isActive?.() ?? true),
    )
    if (command?.shortcut === undefined || (textFieldShortcuts.has(command.shortcut) && isInTextField(event.target)))
      return
    // Behind a dialog or an open panel it would happen out of sight.
    if (document.querySelector('dialog[open], [aria-haspopup="dialog"][aria-expanded="true"]')) return
    event.preventDefault()
    command.run()
  })
}
