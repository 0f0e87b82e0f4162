import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'

export interface ComboboxOption {
  value: string
  label: string
  /** A second, quieter line: an id, a path. */
  detail?: string
  /** A word at the end of the row, such as why it cannot be used now. */
  note?: string
}

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

/** A text field that finds one of many options by any part of its label or detail. */
export function Combobox({ label, options, value, onChange, placeholder, emptyText }: ComboboxProps) {
  return (
    <BaseCombobox.Root
      items={options}
      value={value}
      onValueChange={(next) => next && onChange(next.value)}
      itemToStringLabel={(option: ComboboxOption) => option.label}
      isItemEqualToValue={(a: ComboboxOption, b: ComboboxOption) => a.value === b.value}
      filter={matches}
      limit={rowLimit}
      autoHighlight
    >
      <BaseCombobox.InputGroup className="group flex h-8 w-full min-w-0 items-center rounded-md border border-transparent pr-1.5 transition-colors focus-within:border-line-strong focus-within:bg-surface-raised hover:border-line-strong has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
        <BaseCombobox.Input
          aria-label={label}
          placeholder={placeholder}
          spellCheck={false}
          onFocus={(event) => selectChosen(event.currentTarget, value)}
          onClick={(event) => selectChosen(event.currentTarget, value)}
          className="h-full min-w-0 flex-1 rounded-md bg-transparent pl-2 font-medium text-ellipsis outline-none"
        />
        <BaseCombobox.Trigger
          aria-label={`Show all: ${label}`}
          className="flex size-6 items-center justify-center rounded-sm text-text-muted"
          tabIndex={-1}
        >
          <ChevronsUpDown aria-hidden size={14} />
        </BaseCombobox.Trigger>
      </BaseCombobox.InputGroup>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner sideOffset={4} align="start" className="z-10 outline-none">
          <BaseCombobox.Popup className="max-h-[min(26rem,var(--available-height))] w-[max(var(--anchor-width),22rem)] max-w-[min(32rem,var(--available-width))] overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface-raised p-1 shadow-float">
            <BaseCombobox.Empty>
              <p className="px-2.5 py-2 text-text-muted">{emptyText}</p>
            </BaseCombobox.Empty>
            <BaseCombobox.List className="outline-none">
              {(option: ComboboxOption) => (
                <BaseCombobox.Item
                  key={option.value}
                  value={option}
                  data-value={option.value}
                  className="grid cursor-default grid-cols-[1fr_auto] items-center gap-x-3 rounded-md px-2.5 py-1.5 data-highlighted:bg-tint"
                >
                  <span className="grid min-w-0">
                    <span className="truncate font-medium">{option.label}</span>
                    {option.detail !== undefined && (
                      <span className="truncate font-mono text-xs text-text-muted">{option.detail}</span>
                    )}
                  </span>
                  <span className="flex items-center gap-2 text-xs text-text-muted">
                    {option.note}
                    <BaseCombobox.ItemIndicator>
                      <Check aria-hidden size={14} className="text-accent" />
                    </BaseCombobox.ItemIndicator>
                  </span>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  )
}

/** What was chosen before gives way to what is typed next; a search begun stays editable. */
function selectChosen(input: HTMLInputElement, chosen: ComboboxOption | null) {
  if (input.value === chosen?.label) input.select()
}

function matches(option: ComboboxOption, query: string): boolean {
  const haystack = `${option.label} ${option.detail ?? ''}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}
