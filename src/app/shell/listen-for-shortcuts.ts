import type { Command } from './command.ts'
import { overlays } from './overlays.ts'
import { isShortcut } from './shortcut.ts'

/** Combinations that mean something of their own where text is written. */
const ofText = new Set(['/', '?', 'mod+z', 'mod+shift+z'])

/** Runs a command when its combination of keys is pressed, on every page. Called once, when the app starts. */
export function listenForShortcuts(commands: () => readonly Command[]): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || overlays.getState().open !== null) return
    const command = commands().find(({ shortcut }) => shortcut !== undefined && isShortcut(event, shortcut))
    if (command?.shortcut === undefined || (ofText.has(command.shortcut) && isTextField(event.target))) return
    event.preventDefault()
    command.run()
  })
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const takesText = target instanceof HTMLInputElement && !/^(?:checkbox|radio|range|button|submit)$/u.test(target.type)
  return takesText || target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}
