import { Dialog } from '#app/ui/dialog.tsx'
import { type Command, type Shortcut, shortcutKeys } from './shortcuts.ts'

/** A shortcut as keyboard keys. */
export function ShortcutKeys({ shortcut }: { shortcut: Shortcut }) {
  return (
    <span className="flex shrink-0 gap-1">
      {shortcutKeys(shortcut).map((key) => (
        <kbd
          key={key}
          className="min-w-5 rounded-sm border border-line-strong bg-surface px-1.5 text-center font-sans text-xs text-text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}

/** Shortcuts of text fields, which aren't commands. */
const fieldShortcuts = [
  { title: 'Send message', shortcut: 'enter' },
  { title: 'New line', shortcut: 'shift+enter' },
  { title: 'Save and send an edited message', shortcut: 'mod+enter' },
  { title: 'Close or cancel', shortcut: 'escape' },
]

/** All keyboard shortcuts. */
export function ShortcutSheet({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const rows = [
    ...commands.flatMap(({ title, shortcut }) => (shortcut ? [{ title, shortcut }] : [])),
    ...fieldShortcuts,
  ]
  return (
    <Dialog title="Keyboard shortcuts" width={480} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2">
        {rows.map(({ title, shortcut }) => (
          <div key={title} className="contents">
            <dt>{title}</dt>
            <dd className="justify-self-end">
              <ShortcutKeys shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
