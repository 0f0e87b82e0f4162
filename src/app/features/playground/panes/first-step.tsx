import { Columns2 } from 'lucide-react'
import type { Model } from '#contract/model.ts'
import { Button } from '#app/ui/button.tsx'

/** Code, extraction, translation and reasoning. */
const starters = [
  'Write a TypeScript function that groups objects by a key.',
  'Extract vendor, date and total as JSON: “Ada & Sons, 3 May 2026, €42.50”.',
  'Translate into German and Japanese: “Your order has shipped.”',
  'A train leaves at 9:40 and arrives at 13:05. How long is the trip?',
]

const startersOf: Record<string, string[]> = {
  'parley/eliza': [
    'I cannot decide whether to change jobs.',
    'My sister never answers my letters.',
    'I feel that everyone else is faster.',
  ],
  'parley/babble': ['The harbour in the morning', 'She opened the letter and', 'When the storm came'],
  'parley/typist': ['400 tokens', '2000 tokens at 500 tokens per second', '8000 tokens at 1000 tokens per second'],
}

interface FirstStepProps {
  model: Model | undefined
  /** True if there are several panes. */
  several: boolean
  /** Null if another pane offers the prompts. */
  onChoose: ((prompt: string) => void) | null
  /** Adds a second model; null if that isn't offered. */
  onCompare: (() => void) | null
}

/** Shown in an empty conversation: the model, and prompts to start with. */
export function FirstStep({ model, several, onChoose, onCompare }: FirstStepProps) {
  const isCallable = !model || model.status === 'active'
  const prompts = (model && startersOf[model.id]) ?? starters
  return (
    <div className={`grid gap-5 ${several ? '' : 'md:pt-[8vh]'}`}>
      <div className="grid gap-1.5">
        {!several && (
          <h2 className="text-lg font-semibold text-balance">
            {model ? (isCallable ? `Ask ${model.name} something` : model.name) : 'Ask something'}
          </h2>
        )}
        <p className={`max-w-[60ch] text-text-muted ${several ? '' : 'text-md'}`}>
          {model?.description ?? 'Choose a model above, then type a prompt.'}
        </p>
      </div>
      {onChoose && isCallable && (
        <ul aria-label="Example prompts" className="grid gap-2">
          {prompts.map((prompt) => (
            <li key={prompt}>
              <button
                type="button"
                onClick={() => onChoose(prompt)}
                className={`w-full rounded-md border border-line px-3 py-2.5 text-start transition-colors hover:border-control hover:bg-tint ${several ? '' : 'text-md'}`}
              >
                {prompt}
              </button>
            </li>
          ))}
        </ul>
      )}
      {onCompare && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-5">
          <Button onClick={onCompare}>
            <Columns2 aria-hidden size={16} />
            Compare two models
          </Button>
          <p className="text-text-muted">Send one prompt to two models and compare speed, tokens and cost.</p>
        </div>
      )}
    </div>
  )
}
