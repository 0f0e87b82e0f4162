import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'

interface SearchBoxProps {
  text: string
  onText: (text: string) => void
  /** What was typed is meant as it stands. */
  onDone: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Finds models by name, id, author and description. */
export function SearchBox({ text, onText, onDone, onKeyDown }: SearchBoxProps) {
  return (
    <label className="rim flex h-8 min-w-0 flex-1 items-center gap-2 px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent md:max-w-80">
      <Search aria-hidden size={16} className="shrink-0 text-text-muted" />
      <span className="sr-only">Search models</span>
      <input
        type="search"
        placeholder="Name, id, author or description"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={onDone}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onDone()
          onKeyDown(event)
        }}
        className="h-full min-w-0 flex-1 bg-transparent outline-none"
      />
    </label>
  )
}
