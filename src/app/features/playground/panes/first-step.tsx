import { Columns2 } from 'lucide-react'
import type { Model } from '#contract/model.ts'
import { Button } from '#app/ui/button.tsx'

const starters = [
  'Explain backpressure to a colleague who has only written batch jobs.',
  'Turn “three apples and a loaf, 4.20” into JSON with items and total.',
  'Write a refund mail in three voices: formal, warm, terse.',
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
    <div className={`grid gap-5 ${several ? '' : 'pt-[8vh]'}`}>
      <div className="grid gap-1.5">
        {!several && (
          <h2 className="text-lg font-semibold text-balance">
            {model ? (isCallable ? `Ask ${model.name} something` : model.name) : 'Ask something'}
          </h2>
        )}
        <p className={`max-w-[60ch] text-text-muted ${several ? '' : 'text-md'}`}>
          {model?.description ?? 'Replies stream in here. Choose a model above, then write below.'}
        </p>
      </div>
      {onChoose && isCallable && (
        <ul aria-label="Ways to begin" className="grid justify-items-start gap-1">
          {prompts.map((prompt) => (
            <li key={prompt} className="max-w-full">
              <button
                type="button"
                onClick={() => onChoose(prompt)}
                className={`-mx-2 rounded-md px-2 py-1.5 text-start text-accent hover:bg-tint ${several ? '' : 'text-md'}`}
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
          <p className="text-text-muted">One question, two replies side by side, with what each took.</p>
        </div>
      )}
    </div>
  )
}
