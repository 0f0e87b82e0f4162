import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { type ChatRequestBody, inspectReply, isChatRequestBody } from '#app/data/calls/chat-stream.ts'
import { type RecordedExchange, parseExchangeEvents } from '#app/data/calls/exchange-recorder.ts'
import { curlCode } from '#app/data/codegen/curl-code.ts'
import { visibleText } from '#app/data/codegen/literal.ts'
import { type Reply, isOpen } from '#app/data/message.ts'
import { CodeBlock } from '#app/markdown/code/code-block.tsx'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { formatCount } from '#app/ui/format.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { requestInPlace } from './focus-message.ts'

/** Events rendered at once. A long reply has tens of thousands. */
const eventsPerPage = 500

/** The events of a response with their times. */
export function EventsView({ exchange }: { exchange: RecordedExchange }) {
  const [events] = useState(() => parseExchangeEvents(exchange))
  const [shown, setShown] = useState(eventsPerPage)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">Events</h3>
      <p className="text-text-muted">
        {formatCount(events.length)} {events.length === 1 ? 'event' : 'events'}, in ms since the request was sent
        {exchange.omitted > 0 && `; ${formatCount(exchange.omitted)} characters in the middle omitted`}
      </p>
      <div
        role="group"
        aria-label="Events"
        tabIndex={0}
        className="max-h-96 overflow-y-auto rounded-md border border-line font-mono text-xs"
      >
        <ol>
          {events.slice(0, shown).map(({ elapsedMs, data }, index) => (
            <li
              key={index}
              className="skipped-out-of-view grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 border-line px-2.5 py-1 not-first:border-t"
            >
              <span className="text-end text-text-muted tabular-nums">{Math.round(elapsedMs)}</span>
              <span className="wrap-anywhere whitespace-pre-wrap">{data}</span>
            </li>
          ))}
        </ol>
      </div>
      {shown < events.length && (
        <Button className="justify-self-start" onClick={() => setShown(shown + 10 * eventsPerPage)}>
          Show more events
        </Button>
      )}
    </section>
  )
}

interface InspectDialogProps {
  reply: Reply
  store: ConversationStore
  onClose: () => void
}

/** The recorded exchange of a reply: request, response and each event with its time. */
export function InspectDialog({ reply, store, onClose }: InspectDialogProps) {
  const { data: exchange, isPending } = useQuery({
    queryKey: ['exchange', reply.id, reply.state],
    queryFn: async () => (await inspectReply(reply.id)) ?? null,
    staleTime: isOpen(reply) ? 0 : Infinity,
    gcTime: 0,
  })
  return (
    <Dialog title="Inspect" width={820} onClose={onClose}>
      {exchange ? (
        <ExchangeView reply={reply} store={store} exchange={exchange} onClose={onClose} />
      ) : (
        !isPending && (
          <p className="text-md text-text-muted">
            The request and response are no longer available: they are kept only for recent replies, while the page is
            open. Regenerate the reply to inspect it.
          </p>
        )
      )}
    </Dialog>
  )
}

type ExchangeViewProps = Pick<InspectDialogProps, 'reply' | 'store' | 'onClose'> & { exchange: RecordedExchange }

function ExchangeView({ reply, store, exchange, onClose }: ExchangeViewProps) {
  const { url, hadKey, body, response, sentAt } = exchange
  const sent = parseBody(exchange)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="mr-auto font-semibold">Request</h3>
          {sent && <CopyButton name="Copy as curl" label="Copy as curl" text={() => buildCurl(exchange)} />}
          {sent && (
            <Button
              size="small"
              disabled={isOpen(reply)}
              onClick={() =>
                requestInPlace(store, reply.id, () => {
                  onClose()
                  store.getState().replay(reply.id, sent, body)
                })
              }
            >
              <RotateCcw aria-hidden size={14} />
              Replay
            </Button>
          )}
        </div>
        <p className="font-mono text-xs wrap-anywhere">POST {url}</p>
        <HeaderList
          label="Request headers"
          pairs={[
            ['content-type', 'application/json'],
            ...(hadKey ? [['authorization', 'Bearer ••••• (your key is not shown)'] as const] : []),
          ]}
        />
        <CodeBlock language="json" code={visibleText(body)} open={false} />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="font-semibold">Response</h3>
        {response ? (
          <>
            <p className="text-text-muted">
              Status {response.status}, headers after {Math.round(response.at - sentAt)} ms
            </p>
            <HeaderList label="Response headers" pairs={response.headers} />
          </>
        ) : (
          <p className="text-text-muted">No response</p>
        )}
      </section>
      <EventsView exchange={exchange} />
    </div>
  )
}

function HeaderList({ label, pairs }: { label: string; pairs: readonly (readonly [string, string])[] }) {
  return (
    <dl aria-label={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 font-mono text-xs">
      {pairs.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function parseBody({ body }: RecordedExchange): ChatRequestBody | undefined {
  const value = parseJson(body)
  return isChatRequestBody(value) ? value : undefined
}

function buildCurl(exchange: RecordedExchange): string {
  const body = parseBody(exchange)
  if (!body) return ''
  const { stream, ...rest } = body
  const baseUrl = exchange.url.replace(/\/chat\/completions$/u, '')
  const isStream = stream === true || isRecord(body['stream_options'])
  return curlCode({ baseUrl, body: rest, rawJson: exchange.body, stream: isStream })
}
