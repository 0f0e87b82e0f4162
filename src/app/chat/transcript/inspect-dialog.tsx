import { useQuery } from '@tanstack/react-query'
import { RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { type ChatRequestBody, inspectReply, isChatRequestBody } from '#app/data/calls/chat-stream.ts'
import { type RecordedExchange, parseExchangeEvents, responseText } from '#app/data/calls/exchange-recorder.ts'
import { assembleResponse } from '#app/data/calls/exchange-summary.ts'
import { AttachmentList } from '#app/chat/attachments/attachment-list.tsx'
import { collectFiles } from '#app/data/attachments/collect-files.ts'
import { describeReferences, withBytes } from '#app/data/attachments/request-bytes.ts'
import { curlCode } from '#app/data/codegen/curl-code.ts'
import { curlFilesCode } from '#app/data/codegen/curl-files.ts'
import type { CodeRequest } from '#app/data/codegen/literal.ts'
import { type Reply, isOpen } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { takeLostFocus } from '#app/ui/focus.ts'
import { formatCount } from '#app/ui/format.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { joinMembers, rawMembers } from '#contract/raw-json.ts'
import { requestInPlace } from './focus-message.ts'
import { EventList } from './inspect-events.tsx'
import { WrappedJson, readableText } from './wrapped-json.tsx'

const tabs = ['Request', 'Response', 'Events'] as const
type Tab = (typeof tabs)[number]

interface InspectDialogProps {
  reply: Reply
  store: ConversationStore
  onClose: () => void
}

/** The recorded exchange of a reply: request, response and each event with its time. */
export function InspectDialog({ reply, store, onClose }: InspectDialogProps) {
  const [tab, setTab] = useState<Tab>('Request')
  const { data: exchange } = useQuery({
    queryKey: ['exchange', reply.id, reply.state],
    queryFn: async () => (await inspectReply(reply.id)) ?? null,
    staleTime: isOpen(reply) ? 0 : Infinity,
    gcTime: 0,
  })
  return (
    <Dialog title="Inspect" width={860} bare onClose={onClose}>
      <div className="flex shrink-0 items-center gap-3 border-b border-line pr-2 pl-4 md:gap-5">
        <h2 className="font-semibold max-md:sr-only">Inspect</h2>
        {exchange !== null && <TabList selected={tab} onSelect={setTab} />}
        <form method="dialog" className="ml-auto py-1.5">
          <Button type="submit" variant="quiet" aria-label="Close">
            <X aria-hidden size={16} />
          </Button>
        </form>
      </div>
      {exchange === null ? (
        // The tab that had the focus is gone.
        <p ref={takeLostFocus} tabIndex={-1} className="p-4 text-md text-text-muted outline-none">
          The request and response are no longer available: they are kept only for recent replies, while the page is
          open. Regenerate the reply to inspect it.
        </p>
      ) : (
        // The same height for all tabs, so that the tabs don't move.
        <div
          role="tabpanel"
          id="inspect-panel"
          aria-labelledby={tabId(tab)}
          className="flex h-[84dvh] min-h-0 flex-col"
        >
          {exchange && tab === 'Request' && (
            <RequestPanel reply={reply} store={store} exchange={exchange} onClose={onClose} />
          )}
          {exchange && tab === 'Response' && <ResponsePanel exchange={exchange} />}
          {exchange && tab === 'Events' && <EventsPanel exchange={exchange} />}
        </div>
      )}
    </Dialog>
  )
}

const tabId = (tab: Tab) => `inspect-tab-${tab}`

function TabList({ selected, onSelect }: { selected: Tab; onSelect: (tab: Tab) => void }) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.indexOf(selected)
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined
    const tab = target === undefined ? undefined : tabs[target]
    if (target === undefined || !tab || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onSelect(tab)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Inspect" className="flex gap-4 self-stretch">
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === selected}
          aria-controls="inspect-panel"
          tabIndex={tab === selected ? 0 : -1}
          onClick={() => onSelect(tab)}
          onKeyDown={onKeyDown}
          className="-mb-px border-b-2 border-transparent px-1 font-medium text-text-muted -outline-offset-2 transition-colors hover:text-text aria-selected:border-accent aria-selected:text-text"
        >
          {tab}
        </button>
      ))}
    </div>
  )
}

/** The line above the content of a tab: what it is, and what can be done with it. */
function PanelBar({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 pr-2 pl-4">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{children}</p>
      {actions && <div className="-ml-2 flex flex-wrap items-center pointer-coarse:*:h-10">{actions}</div>}
    </div>
  )
}

/** Takes the focus, because what scrolls must be reachable by keyboard. */
function PanelContent({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="grid min-h-0 flex-1 auto-rows-max grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2"
    >
      {children}
    </div>
  )
}

type RequestPanelProps = Pick<InspectDialogProps, 'reply' | 'store' | 'onClose'> & { exchange: RecordedExchange }

function RequestPanel({ reply, store, exchange, onClose }: RequestPanelProps) {
  const { url, body } = exchange
  const sent = parseBody(exchange)
  const headers = requestHeaders(exchange)
  const { text, attachments } = useMemo(() => describeReferences(body), [body])
  return (
    <>
      <PanelBar
        actions={
          <>
            <CopyButton name="Copy request" text={() => httpText(`POST ${url}`, headers, readableText(text))} />
            {sent && <CopyButton name="Copy as curl" label="Copy as curl" text={() => buildCurl(exchange)} />}
            {sent && attachments.length > 0 && (
              <CopyButton
                name="Copy as curl with attachments"
                label="With attachments"
                text={() => buildWholeCurl(exchange)}
              />
            )}
            {sent && (
              <Button
                size="small"
                variant="quiet"
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
          </>
        }
      >
        <span className="font-mono text-xs leading-5">
          <span className="font-medium">POST</span> {url}
        </span>
      </PanelBar>
      <PanelContent label="Request">
        <HeaderList label="Request headers" pairs={headers} />
        {attachments.length > 0 && (
          <section className="grid gap-1">
            <h3 className="label">Attachments</h3>
            <AttachmentList attachments={attachments} />
          </section>
        )}
        <BodySection label="Request body" text={text} />
      </PanelContent>
    </>
  )
}

function ResponsePanel({ exchange }: { exchange: RecordedExchange }) {
  const { response, omitted } = exchange
  const { events, text } = useMemo(() => {
    const found = parseExchangeEvents(exchange)
    return { events: found, text: found.length > 0 ? stringify(assembleResponse(found)) : responseText(exchange) }
  }, [exchange])
  if (!response) return <PanelBar>No response</PanelBar>
  const notes = [
    ...(events.length > 0 ? [`assembled from ${countOf(events.length, 'event')}`] : []),
    ...(omitted > 0 ? [omittedNote(omitted)] : []),
  ]
  return (
    <>
      <PanelBar
        actions={
          <CopyButton
            name="Copy response"
            text={() => httpText(`Status ${response.status}`, response.headers, readableText(text))}
          />
        }
      >
        <span className={`font-medium ${response.status >= 400 ? 'text-danger' : ''}`}>Status {response.status}</span>
        <span className="text-text-muted tabular-nums">{timesOf(exchange).map((time) => ` · ${time}`)}</span>
      </PanelBar>
      <PanelContent label="Response">
        <HeaderList label="Response headers" pairs={response.headers} />
        {text === '' ? (
          <p className="text-text-muted">Empty body</p>
        ) : (
          <BodySection label="Response body" text={text} note={notes.join(', ')} />
        )}
      </PanelContent>
    </>
  )
}

function EventsPanel({ exchange }: { exchange: RecordedExchange }) {
  const events = useMemo(() => parseExchangeEvents(exchange), [exchange])
  if (events.length === 0) {
    return <PanelBar>{exchange.response ? 'No events: the response wasn’t streamed.' : 'No response'}</PanelBar>
  }
  return (
    <>
      <PanelBar
        actions={
          <CopyButton
            name="Copy events"
            text={() => events.map(({ elapsedMs, data }) => `${Math.round(elapsedMs)} ms\t${data}\n`).join('')}
          />
        }
      >
        <span className="font-medium">{countOf(events.length, 'event')}</span>
        <span className="text-text-muted">
          {' '}
          · time since the request{exchange.omitted > 0 && ` · ${omittedNote(exchange.omitted)}`}
        </span>
      </PanelBar>
      <EventList events={events} />
    </>
  )
}

function HeaderList({ label, pairs }: { label: string; pairs: Headers }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="label">Headers</h3>
      <dl
        aria-label={label}
        className="gap-x-4 font-mono text-xs leading-5 md:grid md:grid-cols-[minmax(0,auto)_minmax(0,1fr)]"
      >
        {pairs.map(([name, value], index) => (
          <div key={index} className="max-md:pl-4 max-md:-indent-4 md:contents">
            <dt className="wrap-anywhere text-text-muted max-md:mr-2 max-md:inline">{name}</dt>
            <dd className="wrap-anywhere max-md:inline">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function BodySection({ label, text, note = '' }: { label: string; text: string; note?: string }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="label">
        Body
        {note !== '' && <span className="font-normal">, {note}</span>}
      </h3>
      <WrappedJson label={label} text={text} />
    </section>
  )
}

type Headers = readonly (readonly [string, string])[]

function requestHeaders({ hadKey }: RecordedExchange): Headers {
  return [
    ['content-type', 'application/json'],
    ...(hadKey ? [['authorization', 'Bearer ••••• (your key is not shown)'] as const] : []),
  ]
}

/** The times of a response since the request was sent. */
function timesOf({ sentAt, response, chunks, endedAt }: RecordedExchange): string[] {
  const after = (at: number) => `${formatCount(Math.round(at - sentAt))} ms`
  const first = chunks[0]
  return [
    ...(response ? [`headers ${after(response.at)}`] : []),
    ...(first ? [`first data ${after(first.at)}`] : []),
    endedAt === null ? 'in progress' : `total ${after(endedAt)}`,
  ]
}

function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

function omittedNote(characters: number): string {
  return `${countOf(characters, 'character')} in the middle omitted`
}

function stringify(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}

function httpText(start: string, headers: Headers, body: string): string {
  return `${start}\n${headers.map(([name, value]) => `${name}: ${value}\n`).join('')}\n${body}\n`
}

function parseBody({ body }: RecordedExchange): ChatRequestBody | undefined {
  const value = parseJson(body)
  return isChatRequestBody(value) ? value : undefined
}

/** A command that reads the attached files from the current folder. */
function buildCurl(exchange: RecordedExchange): string {
  const request = codeRequestOf(exchange)
  return request ? curlFilesCode(request) : ''
}

/** A command that contains the attached files. */
async function buildWholeCurl(exchange: RecordedExchange): Promise<string> {
  const request = codeRequestOf(exchange)
  const found = request && (await collectFiles(request.body))
  if (!found || 'error' in found) return buildCurl(exchange)
  // Without the messages, which have references there.
  const rawJson = joinMembers([...rawMembers(exchange.body)].filter(([name]) => name !== 'messages'))
  return curlCode({ ...request, body: await withBytes(request.body, found.files), rawJson })
}

function codeRequestOf(exchange: RecordedExchange): CodeRequest | undefined {
  const body = parseBody(exchange)
  if (!body) return undefined
  const { stream, ...rest } = body
  const baseUrl = exchange.url.replace(/\/chat\/completions$/u, '')
  const isStream = stream === true || isRecord(body['stream_options'])
  return { baseUrl, body: rest, rawJson: exchange.body, stream: isStream }
}
