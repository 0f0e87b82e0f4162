import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { Fragment, type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import type { ExchangeEvent } from '#app/data/calls/exchange-recorder.ts'
import { findSharedFields, summarizeEvent } from '#app/data/calls/exchange-summary.ts'
import { escapeMarks } from '#app/data/codegen/literal.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { formatCount } from '#app/ui/format.ts'
import { WrappedJson } from './wrapped-json.tsx'

/** The height of a row before it is measured, in pixels. */
const rowHeight = 24
/** What PageUp and PageDown move by. */
const rowsPerPage = 10
/** Longer shared values are cut; the rows show all of it. */
const maxSharedLength = 200

/**
 * The events of a stream. The list is a single tab stop: arrows, Page Up, Page Down, Home and End move in it, Enter and
 * the right and left arrows open and close an event. Only visible events are rendered.
 */
export function EventList({ events }: { events: readonly ExchangeEvent[] }) {
  const shared = useMemo(() => findSharedFields(events), [events])
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- it warns of React's compiler, which this page is not built with
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    paddingStart: 4,
    paddingEnd: 4,
    rangeExtractor: useCallback(
      (range) => {
        const near = defaultRangeExtractor(range)
        // The active row stays, or the focus would be lost with it.
        if (active >= range.count || near.includes(active)) return near
        return [...near, active].toSorted((one, other) => one - other)
      },
      [active],
    ),
  })

  const toggle = (index: number, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(index)
    else next.delete(index)
    setOpen(next)
  }
  const focusOn = (index: number) => {
    const next = Math.min(Math.max(index, 0), events.length - 1)
    setActive(next)
    virtual.scrollToIndex(next)
    // After scrolling, the row is rendered a frame later.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] > button`)?.focus({ preventScroll: true }),
    )
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const actions: Record<string, () => void> = {
      ArrowDown: () => focusOn(index + 1),
      ArrowUp: () => focusOn(index - 1),
      PageDown: () => focusOn(index + rowsPerPage),
      PageUp: () => focusOn(index - rowsPerPage),
      Home: () => focusOn(0),
      End: () => focusOn(events.length - 1),
      ArrowRight: () => toggle(index, true),
      ArrowLeft: () => toggle(index, false),
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    action()
  }

  return (
    <>
      {shared.size > 0 && <SharedFields fields={shared} />}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <ol aria-label="Events" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const event = events[index]
            if (!event) return null
            return (
              <li
                key={index}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={events.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <EventRow
                  event={event}
                  shared={shared}
                  isOpen={open.has(index)}
                  isTabStop={index === active}
                  onToggle={() => toggle(index, !open.has(index))}
                  onFocus={() => setActive(index)}
                  onKeyDown={(key) => onKeyDown(key, index)}
                />
              </li>
            )
          })}
        </ol>
      </div>
    </>
  )
}

function SharedFields({ fields }: { fields: ReadonlyMap<string, string> }) {
  return (
    <div className="max-h-32 shrink-0 overflow-y-auto border-b border-line bg-surface-sunken px-4 py-2">
      <h3 className="label">Same in every event</h3>
      <dl
        aria-label="Same in every event"
        className="flex flex-wrap gap-x-4 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        {[...fields].map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-x-1.5">
            <dt className="text-text-muted">{displayed(name)}</dt>
            <dd>{displayed(unquoted(value).slice(0, maxSharedLength))}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface EventRowProps {
  event: ExchangeEvent
  shared: ReadonlyMap<string, string>
  isOpen: boolean
  isTabStop: boolean
  onToggle: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function EventRow({ event: { elapsedMs, data }, shared, isOpen, isTabStop, onToggle, ...handlers }: EventRowProps) {
  const parts = useMemo(() => summarizeEvent(data, shared), [data, shared])
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        tabIndex={isTabStop ? 0 : -1}
        onClick={onToggle}
        {...handlers}
        className="flex min-h-6 w-full items-start gap-2 px-4 py-0.5 text-start font-mono text-xs leading-5 -outline-offset-2 hover:bg-tint pointer-coarse:min-h-10 pointer-coarse:items-center"
      >
        <span data-part="time" className="min-w-16 shrink-0 text-end text-text-muted tabular-nums">
          {formatCount(Math.round(elapsedMs))} ms
        </span>
        <ChevronRight
          aria-hidden
          size={14}
          className={`my-0.75 shrink-0 text-text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span data-part="summary" className="line-clamp-3 min-w-0 wrap-anywhere whitespace-pre-wrap">
          {parts.length === 0 && <span className="text-text-muted">Empty</span>}
          {parts.map(({ name, value, isDelta }, index) => (
            <Fragment key={index}>
              {index > 0 && '   '}
              {name !== '' && <span className="text-text-muted">{displayed(name)} </span>}
              <bdi className={isDelta ? undefined : 'text-text-muted'}>
                {displayed(isDelta ? value : unquoted(value))}
              </bdi>
            </Fragment>
          ))}
        </span>
      </button>
      {isOpen && (
        <div className="border-y border-line bg-surface-sunken px-4 py-2">
          <WrappedJson label="Event" text={data} />
        </div>
      )}
    </>
  )
}

/** A JSON string without its quotes, which only generated text needs: it begins and ends with spaces. */
function unquoted(json: string): string {
  return json.replace(/^"(.*)"$/u, '$1')
}

/** Text of a service, on one line and without characters that are invisible or pile up. */
function displayed(text: string): string {
  return escapeMarks(clipCombiningMarks(text))
}
