import { useState } from 'react'
import { eventsOf } from '#app/data/exchange-events.ts'
import type { Exchange } from '#app/data/exchange-tape.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCount } from '#app/ui/format.ts'

/** As many as are drawn at once; a long reply has tens of thousands. */
const portion = 500

/** Each event of an answer as it came, with its time from sending. */
export function EventsView({ exchange }: { exchange: Exchange }) {
  const [events] = useState(() => eventsOf(exchange))
  const [shown, setShown] = useState(portion)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">Events</h3>
      <p className="text-text-muted">
        {formatCount(events.length)} {events.length === 1 ? 'event' : 'events'}, each with its milliseconds from sending
        {exchange.omitted > 0 && `; ${formatCount(exchange.omitted)} characters in the middle were too many to keep`}
      </p>
      <div
        role="group"
        aria-label="Events"
        tabIndex={0}
        className="max-h-96 overflow-y-auto rounded-md border border-line font-mono text-xs"
      >
        <ol>
          {events.slice(0, shown).map(({ after, data }, place) => (
            <li
              key={place}
              className="skipped-out-of-view grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 border-line px-2.5 py-1 not-first:border-t"
            >
              <span className="text-end text-text-muted tabular-nums">{Math.round(after)}</span>
              <span className="wrap-anywhere whitespace-pre-wrap">{data}</span>
            </li>
          ))}
        </ol>
      </div>
      {shown < events.length && (
        <Button className="justify-self-start" onClick={() => setShown(shown + 10 * portion)}>
          Show more events
        </Button>
      )}
    </section>
  )
}
