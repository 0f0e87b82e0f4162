import { Maximize2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { formatCount } from '#app/ui/format.ts'

const SystemPromptDialog = lazy(async () => ({
  default: (await import('./system-prompt-dialog.tsx')).SystemPromptDialog,
}))

/** The usual length of a token in English text. */
const charactersPerToken = 4

/** The estimated length of a text in tokens: `≈ 120 tokens`. Empty for no text. */
export function tokensInWords(text: string): string {
  const tokens = Math.ceil(text.length / charactersPerToken)
  return tokens === 0 ? '' : `≈ ${tokens === 1 ? '1 token' : `${formatCount(tokens)} tokens`}`
}

/** The system prompt, which grows with its text and opens in a large field. */
export function SystemPrompt({ store, id }: { store: ConversationStore; id: string }) {
  const value = useStore(store, (state) => state.systemPrompt)
  const [isLarge, setLarge] = useState(false)
  return (
    <Field
      htmlFor={id}
      label="System prompt"
      aside={
        // The button takes no part in the height of the line.
        <span className="relative pr-7">
          {tokensInWords(value)}
          <Button
            variant="quiet"
            size="small"
            className="absolute -top-1 -right-1 px-1.5"
            aria-label="Enlarge system prompt"
            title="Enlarge"
            onClick={() => setLarge(true)}
          >
            <Maximize2 aria-hidden size={14} />
          </Button>
        </span>
      }
    >
      <textarea
        id={id}
        rows={4}
        value={value}
        onChange={(event) => store.getState().setSystemPrompt(event.target.value)}
        placeholder="How the model should behave"
        className={`${fieldClass} field-sizing-content max-h-[40dvh] min-h-24 resize-none`}
      />
      <Suspense>{isLarge && <SystemPromptDialog store={store} onClose={() => setLarge(false)} />}</Suspense>
    </Field>
  )
}
