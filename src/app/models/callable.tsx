import { Info } from 'lucide-react'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { Button } from '#app/ui/button.tsx'
import type { Model } from '#contract/model.ts'
import { providers } from '#dialects/providers.ts'
import { ConnectButton } from './connect-button.tsx'
import { typeName } from './model-words.tsx'

/** What decides whether a model can be called, and how to connect it. */
export type Callable = Pick<Model, 'status' | 'model_type' | 'author'> &
  Partial<Pick<Model, 'deprecated' | 'open_weights' | 'served_by'>>

/**
 * Why a model can't be called now, and how to change that; undefined if it can be. `isStatic`: a static copy of the page
 * has no server that could be configured.
 */
export function whyNotCallable(model: Callable, isStatic: boolean): { what: string; next: string } | undefined {
  if (model.model_type !== 'text_generation') {
    return {
      what: `${typeName(model.model_type)}: Parley only runs chat models.`,
      next: 'This model is listed for its facts and prices. Use it through a provider that serves it.',
    }
  }
  switch (model.status) {
    case 'active':
      return undefined
    case 'pending':
      return { what: 'Not ready: its provider is still loading it.', next: 'Wait a minute, then refresh.' }
    case 'inactive':
      return {
        what: 'Not connected. No provider here serves this model.',
        next: [...(model.deprecated ? ['Its maker has deprecated it.'] : []), ...waysToServe(model, isStatic)].join(
          ' ',
        ),
      }
    case 'deleted':
      return { what: 'Deleted: it can no longer be called.', next: 'Choose another model.' }
  }
}

function waysToServe({ author, open_weights: isOpen, served_by: hosts = [] }: Callable, isStatic: boolean): string[] {
  const runsLocally = isOpen === true ? ['Open weights: run it with Ollama, llama.cpp, LM Studio or vLLM.'] : []
  const hosted = hosts.length > 0 ? [`${isOpen ? 'Hosted' : 'Served'} by ${listed(hosts)}.`] : []
  if (isStatic) return [...runsLocally, ...hosted, 'Connect a provider that serves it.']
  // OpenRouter has most makers' models, even if no list says so.
  const named = hosts.length === 0 ? ['OpenRouter'] : hosts
  const makersOwn = providers.filter(({ maker }) => maker === author)
  const hosting = named.flatMap((host) => providers.find(({ label, maker }) => label === host && !maker) ?? [])
  const variables = [...makersOwn, ...hosting].map(({ variable }) => variable).slice(0, 3)
  const isUnknown = author === 'community' && hosts.length === 0
  const byKey =
    isUnknown || variables.length === 0
      ? []
      : [`Connect it with your own key, or set ${either(variables)} and restart Parley.`]
  return [...runsLocally, ...hosted, ...byKey, 'If its provider is already configured, check that it is running.']
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function either(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

interface WhyNotCallableProps {
  model: Callable
  /** Adds a button for choosing another model. */
  onChooseAnother?: () => void
}

/** Why a model can't be called now and how to change that; nothing if it can be. */
export function WhyNotCallable({ model, onChooseAnother }: WhyNotCallableProps) {
  const why = whyNotCallable(model, isStaticCopy)
  if (!why) return null
  return (
    <div role="note" className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md bg-warning-soft px-3 py-2">
      <div className="flex min-w-48 flex-1 items-start gap-2">
        <Info aria-hidden size={16} className="mt-0.5 shrink-0 text-warning" />
        <p className="max-w-[90ch] min-w-0 wrap-anywhere">
          <span className="font-medium">{why.what}</span> {why.next}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {model.status === 'inactive' && <ConnectButton size="small" />}
        {onChooseAnother && (
          <Button size="small" onClick={onChooseAnother}>
            Choose another model
          </Button>
        )}
      </div>
    </div>
  )
}
