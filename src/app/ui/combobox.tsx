import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from './focus.ts'

export interface ComboboxOption {
  value: string
  label: string
  /** Secondary text, such as an id or a path. */
  detail?: string
  /** Short text at the end of the row, such as why it is unavailable. */
  note?: string
  /** Options of a group follow one another, below its name. */
  group?: string
  /** Further facts, at the end of the row. */
  facts?: () => ReactNode
}

/** The options whose label, detail or group contains every word of the query. An empty query matches all. */
function matchingOptions(options: readonly ComboboxOption[], query: string): ComboboxOption[] {
  const words = query.toLowerCase().split(/\s+/)
  return options.filter(({ label, detail = '', group = '' }) => {
    const haystack = `${label} ${detail} ${group}`.toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
}

interface ComboboxListProps {
  id: string
  label: string
  options: readonly ComboboxOption[]
  /** The selected value. */
  chosen: string | undefined
  /** The index of the option that Enter selects. */
  active: number
  onActive: (place: number) => void
  onChoose: (option: ComboboxOption) => void
  emptyText: string
}

/** The id of the option at an index, for `aria-activedescendant`. */
function optionId(listId: string, place: number): string {
  return `${listId}-${place}`
}

/** The options of a combobox, in the top layer. Focus stays in the field. */
function ComboboxList(props: ComboboxListProps) {
  const { id, label, options, chosen, active, onActive, onChoose, emptyText } = props
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => popup.current && placeBelow(popup.current)
    // Without a top layer, as in older browsers and jsdom, this is an ordinary fixed element.
    popup.current?.showPopover?.()
    place()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [])

  return (
    <div
      ref={popup}
      role="presentation"
      popover="manual"
      // Clicking an option or the scroll bar must not blur the field, which would close the list.
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-auto m-0 flex flex-col overflow-hidden rounded-lg border border-line bg-surface-raised text-text shadow-float"
    >
      {options.length === 0 && (
        <p role="status" className="px-3.5 py-3 text-text-muted">
          {emptyText}
        </p>
      )}
      {/* Browsers add scrollers to the tab order unless told otherwise; arrows in the field scroll this one. */}
      <div
        role="listbox"
        id={id}
        aria-label={label}
        tabIndex={-1}
        className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden"
      >
        {groupsOf(options).map(({ name, first, members }) => (
          <div key={name ?? ''} role={name === undefined ? 'presentation' : 'group'} aria-label={name}>
            {name !== undefined && (
              <div aria-hidden className="label px-2.5 pt-2 pb-1">
                {name}
              </div>
            )}
            {members.map((option, index) => (
              <Option
                key={option.value}
                {...{ option, id, onChoose, onActive }}
                place={first + index}
                isActive={first + index === active}
                isChosen={option.value === chosen}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

interface OptionGroup {
  name: string | undefined
  /** The index of its first option among all. */
  first: number
  members: ComboboxOption[]
}

function groupsOf(options: readonly ComboboxOption[]): OptionGroup[] {
  const groups: OptionGroup[] = []
  for (const [place, option] of options.entries()) {
    const last = groups.at(-1)
    if (last && last.name === option.group) last.members.push(option)
    else groups.push({ name: option.group, first: place, members: [option] })
  }
  return groups
}

interface OptionProps extends Pick<ComboboxListProps, 'id' | 'onActive' | 'onChoose'> {
  option: ComboboxOption
  place: number
  isActive: boolean
  isChosen: boolean
}

function Option({ id, option, place, isActive, isChosen, onActive, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are the field's: it has the focus and names the active option
    <div
      ref={isActive ? showActive : undefined}
      role="option"
      id={optionId(id, place)}
      aria-selected={isChosen}
      data-value={option.value}
      data-active={isActive ? '' : undefined}
      onPointerMove={() => isActive || onActive(place)}
      onClick={() => onChoose(option)}
      className="grid cursor-default grid-cols-[1fr_auto] items-center gap-x-3 rounded-md px-2.5 py-1.5 data-active:bg-tint"
    >
      <span className="grid min-w-0">
        <span className="truncate font-medium">{option.label}</span>
        {option.detail !== undefined && (
          <span className="truncate font-mono text-xs text-text-muted">{option.detail}</span>
        )}
      </span>{' '}
      <span className="flex items-center gap-2 text-xs text-text-muted">
        {option.facts?.()}
        {option.note}
        {/* Its place is kept, so that facts of all rows are in line. */}
        <span className="size-3.5">{isChosen && <Check aria-hidden size={14} className="text-accent" />}</span>
      </span>
    </div>
  )
}

/** Scrolls the option into view when it becomes active. */
function showActive(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

const gap = 4
const widest = 560
const leastWidth = 480
const tallest = 416

/** Positions the list below its field, within the window. */
function placeBelow(popup: HTMLElement): void {
  const field = popup.parentElement?.getBoundingClientRect()
  if (!field) return
  const room = document.documentElement.clientWidth - 2 * gap
  const width = Math.min(Math.max(field.width, leastWidth), widest, room)
  const top = field.bottom + gap
  popup.style.width = `${width}px`
  popup.style.left = `${Math.max(gap, Math.min(field.left, room + gap - width))}px`
  popup.style.top = `${top}px`
  popup.style.maxHeight = `${Math.min(tallest, document.documentElement.clientHeight - top - gap)}px`
}

interface ComboboxProps {
  label: string
  options: readonly ComboboxOption[]
  value: ComboboxOption | null
  onChange: (value: string) => void
  placeholder: string
  /** Shown if nothing matches the query. */
  emptyText: string
}

/** The most rows to render; typing narrows down the rest. */
const rowLimit = 100

/** The open state: the query, null before typing, and the index of the option that Enter selects. */
interface Search {
  typed: string | null
  active: number
}

/**
 * A text field that searches options by any part of their label or detail, based on the editable combobox of the
 * ARIA Authoring Practices: focus stays in the field, arrows move, Enter selects, Escape and Tab cancel.
 * Base UI's combobox hides the rest of the page from assistive technology while it is open, so a streaming reply isn't
 * announced and axe reports `aria-hidden-focus`. It would also add 45 KB to the first scripts.
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
          // Typing replaces the selection, but continues an existing query.
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
