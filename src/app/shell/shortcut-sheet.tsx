import { Dialog } from '#app/ui/dialog.tsx'
import type { Command } from './command.ts'
import { Keys } from './keys.tsx'

/** What the fields do by themselves, beside the commands. */
const inPlace = [
  { title: 'Send the message', shortcut: 'enter' },
  { title: 'Break the line', shortcut: 'shift+enter' },
  { title: 'Save an edited message and send it', shortcut: 'mod+enter' },
  { title: 'Leave what is open', shortcut: 'escape' },
]

/** Every combination of keys that does something. */
export function ShortcutSheet({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const rows = [...commands.flatMap(({ title, shortcut }) => (shortcut ? [{ title, shortcut }] : [])), ...inPlace]
  return (
    <Dialog title="Keyboard shortcuts" width={480} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2">
        {rows.map(({ title, shortcut }) => (
          <div key={title} className="contents">
            <dt>{title}</dt>
            <dd className="justify-self-end">
              <Keys shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
