import { Columns2 } from 'lucide-react'
import { ConnectButton } from '#app/models/connect-button.tsx'
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
  /** True if only demo models can be called. */
  onlyDemo: boolean
  /** Null if another pane offers the prompts. */
  onChoose: ((prompt: string) => void) | null
  /** Adds a second model; null if that isn't offered. */
  onCompare: (() => void) | null
}

/** Shown in an empty conversation: the model, and prompts to start with. */
export function FirstStep({ model, several, onlyDemo, onChoose, onCompare }: FirstStepProps) {
  const isCallable = !model || model.status === 'active'
  const prompts = (model && startersOf[model.id]) ?? starters
  return (
    <div className={`grid gap-5 ${several ? '' : 'md:pt-[6vh]'}`}>
      {onlyDemo && (
        <section
          aria-labelledby="connect-first"
          className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-lg border border-line bg-surface-raised px-4 py-3"
        >
          <div className="grid min-w-52 flex-1 gap-0.5">
            <h2 id="connect-first" className={`font-semibold ${several ? '' : 'text-md'}`}>
              Connect a model
            </h2>
            <p className="text-text-muted">
              Use a local server, or a provider such as OpenRouter or OpenAI with your key.
            </p>
          </div>
          <ConnectButton variant="primary" />
        </section>
      )}
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

/** Marks a model that isn't a language model. */
export function DemoLabel() {
  return <span className="rounded-sm border border-line px-1.5 text-xs font-normal text-text-muted">Demo</span>
}
