import { CornerDownLeft, Square } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { preloadChatStream } from '#app/chat/store/load-chat-stream.ts'
import { Button } from '#app/ui/button.tsx'
import { isSendKey } from '#app/ui/focus.ts'
import { preloadParts } from '#app/ui/lazy-part.tsx'
import { runWhenIdle } from '#app/ui/schedule.ts'

/** How long a page on which one can write is left to itself before the rest of it is fetched, in milliseconds. */
const quietTime = 1_500

let isUnderWay = false

/** Fetches what draws messages and what asks for replies; what is here already costs nothing. */
function prepareChat(): void {
  preloadParts()
  // Of the parts it is the only one within another. A failure shows when a reply is drawn.
  void import('#app/chat/transcript/reply-view.tsx').catch(() => undefined)
  preloadChatStream()
}

/** Does so once the page stands, though nobody writes yet: by then the service may be gone. */
function prepareChatSoon(): void {
  if (isUnderWay) return
  isUnderWay = true
  setTimeout(() => runWhenIdle(prepareChat), quietTime)
}

interface ComposerProps {
  /** `Message`, or `Message 2` for that of a further pane. */
  label: string
  draft: string
  onDraft: (text: string) => void
  /** True while there is something to stop. */
  busy: boolean
  /** Sends the draft; undefined where nothing can be sent yet. */
  onSend: (() => void) | undefined
  onStop: () => void
  /** Why nothing can be sent, or how sending works. */
  hint: ReactNode
  /** What is set and won't be sent; null or undefined where everything is. */
  problems?: ReactNode
  /** What else can be done with the draft; stands beside the button that sends it. */
  actions?: ReactNode
}

/** The field for a new message, with the buttons that send it and stop the reply. */
export function Composer({ label, draft, onDraft, busy, onSend, onStop, hint, problems, actions }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<string>()
  const problemsId = useId()

  const send = () => {
    onSend?.()
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

  return (
    <div ref={prepareChatSoon} className="border-t border-line pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <div className="column">
        <div className="rim grid gap-2 rounded-lg p-2 pl-3.5 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
          <textarea
            ref={field}
            aria-label={label}
            rows={1}
            value={draft}
            onChange={({ target }) => {
              setTyped(target.value)
              onDraft(target.value)
            }}
            aria-describedby={problems ? problemsId : undefined}
            data-composer=""
            // Emptied by the page: Ctrl+Z then takes back what was sent; see useUndoKeys.
            data-cleared={draft === '' && typed !== '' ? '' : undefined}
            onFocus={prepareChat}
            onKeyDown={onKeyDown}
            placeholder="Ask something"
            className="field-sizing-content max-h-[40dvh] min-h-6 w-full resize-none bg-transparent pt-1 text-md outline-none"
          />
          {problems && (
            <div id={problemsId} className="grid gap-1 text-xs text-warning">
              {problems}
            </div>
          )}
          <div className="flex items-center justify-between gap-3">
            <p className="min-w-0 text-xs text-text-muted">{hint}</p>
            {/* Drawn from its end: what sends is the nearest to the field by keyboard and to the edge by eye. */}
            <span className="flex shrink-0 flex-row-reverse items-center gap-1">
              {busy ? (
                <Button key="stop" onClick={stop}>
                  <Square aria-hidden size={12} className="fill-current" />
                  Stop
                </Button>
              ) : (
                <Button key="send" variant="primary" disabled={!onSend || draft.trim() === ''} onClick={send}>
                  Send
                  <CornerDownLeft aria-hidden size={14} className="opacity-70" />
                </Button>
              )}
              {actions}
            </span>
          </div>
        </div>
      </div>
    </div>
  )
}
