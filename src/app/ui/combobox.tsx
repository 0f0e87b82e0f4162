import { ChevronsUpDown } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { ComboboxList, optionId } from './combobox-list.tsx'
import { matchingOptions, type ComboboxOption } from './combobox-option.ts'
import { isComposing } from './is-composing.ts'

interface ComboboxProps {
  label: string
  options: readonly ComboboxOption[]
  value: ComboboxOption | null
  onChange: (value: string) => void
  placeholder: string
  /** What to say where nothing matches what was typed. */
  emptyText: string
}

/** How many rows are drawn at most; typing narrows the rest. */
const rowLimit = 100

/** Open: what was typed, null while that is nothing yet, and the place of the option that Enter takes. */
interface Search {
  typed: string | null
  active: number
}

/**
 * A text field that finds one of many options by any part of its label or detail, after the editable combobox of the
 * ARIA Authoring Practices: focus stays in the field, arrows move, Enter chooses, Escape and Tab close without choosing.
 */
export function Combobox({ label, options, value, onChange, placeholder, emptyText }: ComboboxProps) {
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState<Search | null>(null)
  const found = search ? matchingOptions(options, search.typed ?? '').slice(0, rowLimit) : []
  const active = search ? found[search.active] : undefined

  const open = () =>
    setSearch((before) => before ?? { typed: null, active: Math.max(0, placeOf(options, value?.value)) })
  const choose = (option: ComboboxOption) => {
    setSearch(null)
    onChange(option.value)
  }
  const step = (by: number) => {
    if (!search) open()
    else if (found.length > 0) setSearch({ ...search, active: (search.active + by + found.length) % found.length })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Escape' && search) setSearch(null)
    else if (event.key === 'Enter' && active) choose(active)
    else return
    event.preventDefault()
  }

  return (
    <div className="relative flex h-8 w-full min-w-0 items-center rounded-md border border-transparent pr-1.5 transition-colors focus-within:border-control focus-within:bg-surface-raised hover:border-control has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
      <input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={search !== null}
        aria-controls={listId}
        aria-activedescendant={search && active ? optionId(listId, search.active) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={search?.typed ?? value?.label ?? ''}
        onChange={(event) => setSearch({ typed: event.target.value, active: 0 })}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        onClick={(event) => {
          // What was chosen gives way to what is typed next; a search begun stays editable.
          if (search?.typed === undefined || search.typed === null) event.currentTarget.select()
          open()
        }}
        onBlur={() => setSearch(null)}
        className="h-full min-w-0 flex-1 rounded-md bg-transparent pl-2 font-medium text-ellipsis outline-none"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Show all: ${label}`}
        onMouseDown={(event) => {
          event.preventDefault()
          field.current?.focus()
          if (search) setSearch(null)
          else open()
        }}
        className="flex size-6 items-center justify-center rounded-sm text-text-muted"
      >
        <ChevronsUpDown aria-hidden size={14} />
      </button>
      {search && (
        <ComboboxList
          id={listId}
          label={label}
          options={found}
          chosen={value?.value}
          active={search.active}
          onActive={(place) => setSearch({ ...search, active: place })}
          onChoose={choose}
          emptyText={emptyText}
        />
      )}
    </div>
  )
}

function placeOf(options: readonly ComboboxOption[], value: string | undefined): number {
  return options.findIndex((option) => option.value === value)
}
