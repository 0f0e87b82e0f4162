import { useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { readPromptVersions } from '#app/data/storage/prompt-versions.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { tokensInWords } from './system-prompt.tsx'

/** The dialog opens after its content is mounted, and then focuses its first button. */
function focusOnceOpen(field: HTMLTextAreaElement | null): void {
  queueMicrotask(() => field?.focus())
}

interface SystemPromptDialogProps {
  store: ConversationStore
  onClose: () => void
}

/** The system prompt in a large field, and those that were sent before. */
export function SystemPromptDialog({ store, onClose }: SystemPromptDialogProps) {
  const text = useStore(store, (state) => state.systemPrompt)
  const [versions] = useState(readPromptVersions)
  /** What the field held before an earlier prompt took its place. */
  const [replaced, setReplaced] = useState<string | null>(null)
  const { setSystemPrompt } = store.getState()
  const earlier = versions.filter((version) => version.text !== text)
  return (
    <Dialog title="System prompt" width={800} onClose={onClose}>
      <div className="grid gap-4">
        <div className="grid gap-2">
          <textarea
            aria-label="Edit system prompt"
            ref={focusOnceOpen}
            value={text}
            onChange={(event) => setSystemPrompt(event.target.value)}
            placeholder="How the model should behave"
            className={`${fieldClass} min-h-[40dvh] resize-none text-md field-sizing-content`}
          />
          <div className="flex min-h-8 items-center gap-2 text-xs text-text-muted">
            <span>{tokensInWords(text)}</span>
            {replaced !== null && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => {
                  setSystemPrompt(replaced)
                  setReplaced(null)
                }}
              >
                Undo
              </Button>
            )}
            <span className="ml-auto">
              <CopyButton name="Copy system prompt" text={() => text} />
            </span>
          </div>
        </div>
        {earlier.length > 0 && (
          <section aria-labelledby="earlier-prompts" className="grid gap-1.5">
            <h3 id="earlier-prompts" className="label">
              Sent before
            </h3>
            <ul className="divide-y divide-line rounded-lg border border-line">
              {earlier.map((version) => (
                <li key={version.text} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
                  <span className="grid min-w-0 flex-1">
                    <span className="truncate">{version.text}</span>
                    <span className="text-xs text-text-muted">
                      {new Date(version.usedAt).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })} ·{' '}
                      {tokensInWords(version.text)}
                    </span>
                  </span>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={`Use: ${version.text.slice(0, 60)}`}
                    onClick={() => {
                      setReplaced(text)
                      setSystemPrompt(version.text)
                    }}
                  >
                    Use
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
