import { openOverlay, type Overlay } from './overlays.ts'
import { keysOf } from './shortcut.ts'

const hints: readonly { name: string; shortcut: string; opens: Overlay }[] = [
  { name: 'Commands', shortcut: 'mod+k', opens: 'commands' },
  { name: 'Keys', shortcut: '?', opens: 'shortcuts' },
]

/** The two combinations of keys that lead to all the others, where there is a keyboard and room. */
export function KeyHints() {
  return (
    <p className="flex gap-1 text-xs max-md:hidden pointer-coarse:hidden">
      {hints.map(({ name, shortcut, opens }) => (
        <button
          key={name}
          type="button"
          onClick={() => openOverlay(opens)}
          className="h-6 rounded-md px-2 text-text-muted hover:text-text"
        >
          {name} <kbd className="font-sans">{keysOf(shortcut).join(' ')}</kbd>
        </button>
      ))}
    </p>
  )
}
