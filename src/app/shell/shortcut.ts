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
export function keysOf(shortcut: Shortcut, apple = isApple): string[] {
  const names: Record<string, string> = apple ? { mod: '⌘', shift: '⇧' } : { mod: 'Ctrl', shift: 'Shift' }
  return shortcut.split('+').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : capitalised(part)))
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
