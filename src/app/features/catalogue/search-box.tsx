import { Search } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useStore, type StoreApi } from 'zustand'
import { isComposing } from '#app/ui/is-composing.ts'
import type { SearchDraft } from './search-draft.ts'

interface SearchBoxProps {
  draft: StoreApi<SearchDraft>
  /** Moves the focus to the results. */
  onDown: () => void
}

/** Finds models by name, id, maker and description. */
export function SearchBox({ draft, onDown }: SearchBoxProps) {
  const { text, type, flush, forget } = useStore(draft)
  useLayoutEffect(() => forget, [forget])
  return (
    <label className="rim flex h-8 min-w-0 flex-1 items-center gap-2 px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent md:max-w-80">
      <Search aria-hidden size={16} className="shrink-0 text-text-muted" />
      <input
        type="search"
        aria-label="Search models"
        placeholder="Name, id, maker or description"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={flush}
        onKeyDown={(event) => {
          if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return
          flush()
          if (event.key === 'Enter') return
          event.preventDefault()
          onDown()
        }}
        className="h-full min-w-0 flex-1 bg-transparent outline-none"
      />
    </label>
  )
}
