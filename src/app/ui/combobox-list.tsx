import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { ComboboxOption } from './combobox-option.ts'

interface ComboboxListProps {
  id: string
  label: string
  options: readonly ComboboxOption[]
  /** The value that is chosen now. */
  chosen: string | undefined
  /** The place of the option that Enter would take. */
  active: number
  onActive: (place: number) => void
  onChoose: (option: ComboboxOption) => void
  emptyText: string
}

/** The id of the option at a place, for `aria-activedescendant`. */
export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`
}

/** The options under a combobox, above everything else on the page. Focus stays in the field. */
export function ComboboxList(props: ComboboxListProps) {
  const { id, label, options, chosen, active, onActive, onChoose, emptyText } = props
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => popup.current && placeBelow(popup.current)
    // Older browsers and test pages have no top layer: there it is an ordinary fixed element.
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
      // A press on an option or on the scroll bar must not take the focus out of the field, which would close the list.
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
        {options.map((option, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are the field's: it has the focus and names the active option
          <div
            key={option.value}
            ref={place === active ? showActive : undefined}
            role="option"
            id={optionId(id, place)}
            aria-selected={option.value === chosen}
            data-value={option.value}
            data-active={place === active ? '' : undefined}
            onPointerMove={() => place !== active && onActive(place)}
            onClick={() => onChoose(option)}
            className="grid cursor-default grid-cols-[1fr_auto] items-center gap-x-3 rounded-md px-2.5 py-1.5 data-active:bg-tint"
          >
            <span className="grid min-w-0">
              <span className="truncate font-medium">{option.label}</span>
              {option.detail !== undefined && (
                <span className="truncate font-mono text-xs text-text-muted">{option.detail}</span>
              )}
            </span>
            <span className="flex items-center gap-2 text-xs text-text-muted">
              {option.note}
              {option.value === chosen && <Check aria-hidden size={14} className="text-accent" />}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** Called when an option becomes the active one, and not again until another has been. */
function showActive(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

const gap = 4
const widest = 512
const leastWidth = 352
const tallest = 416

/** Puts the list under its field, within the window. */
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
