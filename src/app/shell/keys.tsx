import { keysOf, type Shortcut } from './shortcut.ts'

/** A combination of keys as they are printed on the keyboard. */
export function Keys({ shortcut }: { shortcut: Shortcut }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keysOf(shortcut).map((key) => (
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
