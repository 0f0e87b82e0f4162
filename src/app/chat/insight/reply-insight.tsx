import { CircleAlert, CircleCheck } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { type Reply, isOpen } from '#app/data/message.ts'
import { emptyResponseFormat } from '#app/data/response-format.ts'
import { Markdown } from '#app/markdown/markdown.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { JsonTree } from './json-tree.tsx'
import { createJsonReplyReader, syntaxProblem, verdictOf } from './read-json-reply.ts'
import { TokenList } from './token-list.tsx'

/** For how long a check takes; it doesn't change what is shown. */
const clock = () => performance.now()

type Tab = 'Tree' | 'Raw' | 'Text' | 'Tokens'

interface ReplyInsightProps {
  reply: Reply
  store: ConversationStore
  /** The model for another version of the reply; null is the one that gave it. */
  modelId: string | null
}

/** The text of a reply that is JSON or has token probabilities, in several views. */
export function ReplyInsight({ reply, store, modelId }: ReplyInsightProps) {
  const { text, format, tokens } = reply
  const open = isOpen(reply)
  const [reader] = useState(() => createJsonReplyReader(format ?? emptyResponseFormat))
  const reading = format && reader.read(text, open, clock)
  const verdict = reading && verdictOf(reading, open)
  const problem = reading && syntaxProblem(reading, text, open)
  const root = reading?.json.root
  const tabs: Tab[] = [
    ...(format ? (['Tree', 'Raw'] as const) : (['Text'] as const)),
    ...(tokens ? (['Tokens'] as const) : []),
  ]
  const [chosen, setChosen] = useState<Tab>()
  // Prose has no tree.
  const initial = format ? (root || !problem ? 'Tree' : 'Raw') : 'Text'
  const selected = chosen && tabs.includes(chosen) ? chosen : initial
  const id = useId()
  const violations = reading?.violations ?? []
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface-raised">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line py-1 pr-2 pl-1.5">
        <Tabs id={id} tabs={tabs} selected={selected} onSelect={setChosen} />
        {format && (
          <span role="status" className="ml-auto flex items-center gap-1.5 text-xs">
            {verdict && (
              <span className={`flex items-center gap-1.5 ${verdict.isValid ? 'text-success' : 'text-danger'}`}>
                {verdict.isValid ? <CircleCheck aria-hidden size={14} /> : <CircleAlert aria-hidden size={14} />}
                {verdict.words}
              </span>
            )}
          </span>
        )}
        <span className={format ? '' : 'ml-auto'}>
          <CopyButton name="Copy text" label="" text={() => text} />
        </span>
      </div>
      {(problem !== undefined || violations.length > 0) && (
        <ul
          aria-label="Errors"
          className="grid max-h-48 gap-1 overflow-y-auto border-b border-line bg-danger-soft px-3 py-2 text-xs"
        >
          {problem !== undefined && <li className="text-danger">{problem}</li>}
          {violations.map(({ path, message }, index) => (
            // The same part may violate several rules.
            <li key={index} className="wrap-anywhere">
              <code className="font-mono text-danger">{path === '' ? 'The reply' : path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {tabs.map((tab) => (
        <div
          key={tab}
          role="tabpanel"
          id={`${id}-${tab}-panel`}
          aria-labelledby={`${id}-${tab}`}
          hidden={tab !== selected}
          tabIndex={tab === 'Raw' ? 0 : undefined}
          className="px-3 py-2 -outline-offset-2"
        >
          {tab === 'Tree' &&
            selected === tab &&
            (root ? (
              <JsonTree root={root} name={format?.kind === 'json_schema' ? format.name : 'JSON'} />
            ) : (
              <p className="text-xs text-text-muted">No JSON yet</p>
            ))}
          {/* Stays in the page, as it is the text of the message. */}
          {tab === 'Raw' && <RawText text={text} />}
          {tab === 'Text' && (
            <div data-part="text">
              <Markdown text={text} open={open} />
            </div>
          )}
          {tab === 'Tokens' && selected === tab && tokens && (
            <TokenPanel reply={reply} store={store} modelId={modelId ?? reply.modelId} />
          )}
        </div>
      ))}
    </div>
  )
}

/** A text as it came. */
export function RawText({ text }: { text: string }) {
  return (
    <p
      data-part="text"
      className="max-h-[60dvh] overflow-y-auto font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </p>
  )
}

function TokenPanel({ reply, store, modelId }: { reply: Reply; store: ConversationStore; modelId: string }) {
  const { id, text, tokens, continuedFrom } = reply
  const busy = useStore(store, ({ running }) => running !== null)
  const shown = useMemo(() => tokensOfText(tokens ?? [], text.slice(continuedFrom)), [tokens, text, continuedFrom])
  const branch = (index: number, alternative: string) => {
    const before = shown.tokens.slice(0, index).map(({ token }) => token)
    store.getState().branchReply(id, text.slice(0, continuedFrom) + before.join('') + alternative, modelId)
  }
  // The demo models continue what an assistant message begins. Of other engines, only some do.
  const continues = (reply.connectionId ?? null) === null && modelId.startsWith('parley/')
  return (
    <TokenList tokens={shown.tokens} busy={busy} continues={continues} onBranch={shown.isWhole ? branch : undefined} />
  )
}

/** The tokens that the text consists of: some engines send those of the reasoning before them. */
function tokensOfText(tokens: NonNullable<Reply['tokens']>, text: string) {
  let length = 0
  let from = tokens.length
  while (from > 0 && length < text.length) {
    from -= 1
    length += tokens[from]?.token.length ?? 0
  }
  const own = tokens.slice(from)
  const isWhole = own.map(({ token }) => token).join('') === text
  return { tokens: isWhole ? own : tokens, isWhole }
}

interface TabsProps {
  id: string
  tabs: readonly Tab[]
  selected: Tab
  onSelect: (tab: Tab) => void
}

function Tabs({ id, tabs, selected, onSelect }: TabsProps) {
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
    <div ref={list} role="tablist" aria-label="Views" className="flex gap-0.5 rounded-md bg-tint p-0.5">
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${id}-${tab}`}
          aria-selected={tab === selected}
          aria-controls={`${id}-${tab}-panel`}
          tabIndex={tab === selected ? 0 : -1}
          onClick={() => onSelect(tab)}
          onKeyDown={onKeyDown}
          className="h-6.5 rounded-md border border-transparent px-2 text-xs font-medium text-text-muted hover:text-text aria-selected:border-line-strong aria-selected:bg-surface-raised aria-selected:text-text pointer-coarse:h-9"
        >
          {tab}
        </button>
      ))}
    </div>
  )
}
