import { Search } from 'lucide-react'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { isComposing } from '#app/ui/focus.ts'
import type { CommandContext } from './app-commands.ts'
import { type SavedTitle, itemCommands, loadSavedTitles, paletteCommands } from './item-commands.ts'
import { findCommands, type Command } from './shortcuts.ts'
import { ShortcutKeys } from './shortcut-sheet.tsx'

/** Commands shown at once; typing another word finds the rest. */
const maxShown = 60

/**
 * Everything that can be done, by name: type a part of it, choose with the arrows, Enter does it. Base UI's autocomplete
 * would save ten lines, but takes Home and End for the text and loads 45 KB before the palette opens.
 */
export function CommandPalette({ context, onClose }: { context: CommandContext; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [conversations, setConversations] = useState<readonly SavedTitle[]>([])
  // After the palette is shown, so that the database doesn't delay it. Without an answer it lists the rest.
  useEffect(() => void loadSavedTitles().then(setConversations, () => undefined), [])
  const commands = useMemo(() => paletteCommands(context), [context])
  const found = useMemo(
    () => findCommands([...commands, ...itemCommands(typed, context, conversations)], typed).slice(0, maxShown),
    [commands, context, conversations, typed],
  )
  const choose = (command: Command | undefined) => {
    if (!command) return
    onClose()
    // After focus has returned from the dialog, so that the command can move it.
    setTimeout(command.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const last = found.length - 1
    const to = new Map([
      ['ArrowDown', active >= last ? 0 : active + 1],
      ['ArrowUp', active <= 0 ? last : active - 1],
      ['Home', 0],
      ['End', last],
    ]).get(event.key)
    if (event.key === 'Enter') choose(found[active])
    else if (to !== undefined) setActive(to)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Command palette" width={600} bare onClose={onClose}>
      <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden size={16} className="shrink-0 text-text-muted" />
        <input
          role="combobox"
          aria-label="Command"
          aria-expanded="true"
          aria-controls="commands"
          aria-activedescendant={found[active] && `command-${active}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search commands, models and conversations"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-md outline-none"
        />
      </div>
      <div
        role="listbox"
        id="commands"
        aria-label="Commands"
        tabIndex={-1}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
      >
        {found.map((command, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are the field's: it has the focus and names the active option
          <div
            key={command.id}
            ref={place === active ? showActive : undefined}
            role="option"
            id={`command-${place}`}
            aria-selected={place === active}
            onPointerMove={() => place !== active && setActive(place)}
            onClick={() => choose(command)}
            className="flex min-h-9 cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 aria-selected:bg-tint"
          >
            <span className="min-w-0 flex-1 truncate">{command.title}</span>
            {command.shortcut === undefined ? (
              <span className="text-xs text-text-muted">{command.group}</span>
            ) : (
              <ShortcutKeys shortcut={command.shortcut} />
            )}
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? 'px-4 pb-4 text-text-muted' : 'sr-only'}>
        {found.length === 0 ? 'No matches' : found.length === 1 ? '1 command' : `${found.length} commands`}
      </p>
    </Dialog>
  )
}

function showActive(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
