import { CornerDownLeft, Square } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { AttachButton } from '#app/chat/attachments/attach-button.tsx'
import { type AttachStore, attachStatus, forgetProblems, statusOf } from '#app/chat/attachments/attach-status.ts'
import { preloadChatStream } from '#app/chat/store/load-chat-stream.ts'
import { Button } from '#app/ui/button.tsx'
import { isSendKey } from '#app/ui/focus.ts'
import { lazyPart, preloadParts } from '#app/ui/lazy-part.tsx'
import { runWhenIdle } from '#app/ui/schedule.ts'

const AttachedFiles = lazyPart(
  () => import('#app/chat/attachments/attached-files.tsx').then((module) => module.AttachedFiles),
  { missing: null, preload: true },
)

/** Milliseconds before the remaining chat scripts are preloaded. */
const preloadDelay = 1_500

let isPreloadScheduled = false

/** Loads the scripts that render messages and request replies. Free when they are already loaded. */
function preloadChat(): void {
  preloadParts()
  // Nested in another part, so `preloadParts` doesn't know it. A failure shows when a reply renders.
  void import('#app/chat/transcript/reply-view.tsx').catch(() => undefined)
  preloadChatStream()
}

/** Preloads even if the user hasn't typed yet, because the service may be gone by the time they do. */
function schedulePreload(): void {
  if (isPreloadScheduled) return
  isPreloadScheduled = true
  setTimeout(() => runWhenIdle(preloadChat), preloadDelay)
}

interface ComposerProps {
  /** `Message`, or `Message 2` and so on for further panes. */
  label: string
  draft: string
  onDraft: (text: string) => void
  /** Holds the files of the draft. */
  target: AttachStore
  /** True while a reply can be stopped. */
  busy: boolean
  /** Sends the draft; undefined if nothing can be sent yet. */
  onSend: (() => void) | undefined
  onStop: () => void
  /** Why sending isn't possible, or how to send. */
  hint: ReactNode
  /** Settings that won't be sent; null or undefined if there are none. */
  problems?: ReactNode
  /** Further actions for the draft, next to the Send button. */
  actions?: ReactNode
  /** How much of the context is used, before the Send button. */
  gauge?: ReactNode
}

/** The text field for a new message, with Send and Stop buttons. */
export function Composer({
  label,
  draft,
  onDraft,
  target,
  busy,
  onSend,
  onStop,
  hint,
  problems,
  actions,
  gauge,
}: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<string>()
  const problemsId = useId()
  const anyFiles = useStore(target, ({ attached }) => attached.length > 0)
  const isAttaching = useStore(attachStatus, () => statusOf(target).reading + statusOf(target).problems.length > 0)
  const isEmpty = !anyFiles && draft.trim() === ''

  const send = () => {
    onSend?.()
    if (onSend && !isEmpty) forgetProblems(target)
    field.current?.focus()
  }
  const stop = () => {
    onStop()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    send()
  }

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    // Office programs add a picture of copied text.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    void import('#app/chat/attachments/attach-files.ts').then(({ attachFiles }) => attachFiles(target, files))
  }

  return (
    <div ref={schedulePreload} className="border-t border-line pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="column">
        <div className="group/composer rim grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg p-2 pl-3.5 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
          <textarea
            ref={field}
            aria-label={label}
            rows={1}
            value={draft}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value)
              onDraft(value)
            }}
            aria-describedby={problems ? problemsId : undefined}
            data-composer=""
            // Emptied by the page rather than by typing: Ctrl+Z then undoes the send. See useUndoKeys.
            data-cleared={draft === '' && typed !== '' ? '' : undefined}
            onFocus={preloadChat}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            placeholder="Ask something"
            className="field-sizing-content max-h-[40dvh] min-h-6 w-full resize-none bg-transparent pt-1 text-md outline-none"
          />
          {(anyFiles || isAttaching) && <AttachedFiles target={target} onRemoved={() => field.current?.focus()} />}
          {problems && (
            <div id={problemsId} className="grid gap-1 text-xs text-warning">
              {problems}
            </div>
          )}
          {/* Reversed, so that Send comes first by keyboard and is closest to the edge. */}
          <div className="flex flex-row-reverse flex-wrap-reverse items-center gap-x-3 gap-y-1">
            <span className="flex shrink-0 flex-row-reverse items-center gap-1">
              {busy ? (
                <Button key="stop" onClick={stop}>
                  <Square aria-hidden size={12} className="fill-current" />
                  Stop
                </Button>
              ) : (
                <Button key="send" variant="primary" disabled={!onSend || isEmpty} onClick={send}>
                  Send
                  <CornerDownLeft aria-hidden size={14} className="opacity-70" />
                </Button>
              )}
              {gauge}
              {actions}
            </span>
            <span className="-ml-2 flex min-w-0 flex-1 basis-40 items-center gap-1">
              <AttachButton target={target} />
              <p className="min-w-0 text-xs text-text-muted">{hint}</p>
            </span>
          </div>
        </div>
      </div>
    </div>
  )
}
