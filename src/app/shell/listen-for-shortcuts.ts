import { isInTextField } from '#app/ui/text-field.ts'
import type { Command } from './command.ts'
import { isShortcut } from './shortcut.ts'

/** Combinations that mean something of their own where text is written. */
const ofText = new Set(['/', '?', 'mod+z', 'mod+shift+z'])

/** Runs a command when its combination of keys is pressed, on every page. Called once, when the app starts. */
export function listenForShortcuts(commands: () => readonly Command[]): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const command = commands().find(
      ({ shortcut, isHere }) => shortcut !== undefined && isShortcut(event, shortcut) && (isHere?.() ?? true),
    )
    if (command?.shortcut === undefined || (ofText.has(command.shortcut) && isInTextField(event.target))) return
    // Behind a dialog it would happen out of sight.
    if (document.querySelector('dialog[open], [role="dialog"]')) return
    event.preventDefault()
    command.run()
  })
}
