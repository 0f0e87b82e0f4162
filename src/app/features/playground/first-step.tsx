import type { Model } from '#contract/model.ts'

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
  onChoose: (prompt: string) => void
}

/** What stands in a conversation before anything was said: who will answer, and three ways to begin. */
export function FirstStep({ model, onChoose }: FirstStepProps) {
  const prompts = (model && startersOf[model.id]) ?? starters
  return (
    <div className="grid gap-5 pt-[8vh]">
      <div className="grid gap-1.5">
        <h2 className="text-lg font-semibold text-balance">
          {model ? `Ask ${model.name} something` : 'Ask something'}
        </h2>
        <p className="max-w-[60ch] text-md text-text-muted">
          {model?.description ?? 'Replies stream in here. Choose a model above, then write below.'}
        </p>
      </div>
      <ul className="grid justify-items-start gap-1">
        {prompts.map((prompt) => (
          <li key={prompt} className="max-w-full">
            <button
              type="button"
              onClick={() => onChoose(prompt)}
              className="-mx-2 rounded-md px-2 py-1.5 text-start text-md text-accent hover:bg-tint"
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
