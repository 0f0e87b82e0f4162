import type { ReactNode } from 'react'
import type { Model } from '#contract/model.ts'
import { rateOf } from '#contract/rate-of.ts'
import { Button } from '#app/ui/button.tsx'
import { capabilityWords, contextWords, priceWords, statusWords } from '#app/models/model-words.ts'

/** The catalogue as a person reads it to decide: who it is, what it can do, how much it holds, what it costs. */
export function ModelsTable({ models, onTry }: { models: readonly Model[]; onTry: (id: string) => void }) {
  return (
    <table aria-label="Models" className="w-full border-collapse">
      <thead className="sticky top-0 bg-surface">
        <tr className="text-xs text-text-muted">
          <Heading>Name</Heading>
          <Heading wideOnly>Can do</Heading>
          <Heading wideOnly figure>
            Context
          </Heading>
          <Heading wideOnly figure>
            Input / 1M
          </Heading>
          <Heading wideOnly figure>
            Output / 1M
          </Heading>
          <Heading wideOnly>Status</Heading>
          <th className="border-b border-line-strong pr-4 md:pr-5">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <ModelRow key={model.id} model={model} onTry={onTry} />
        ))}
      </tbody>
    </table>
  )
}

function ModelRow({ model, onTry }: { model: Model; onTry: (id: string) => void }) {
  const input = rateOf(model, 'input_tokens')
  const output = rateOf(model, 'output_tokens')
  const status = statusWords[model.status]
  return (
    <tr className="hover:bg-tint">
      <Cell>
        <span className="block font-semibold">{model.name}</span>
        <span className="block font-mono text-xs wrap-anywhere text-text-muted">{model.id}</span>
        <span className="mt-1 block text-xs text-text-muted tabular-nums md:hidden">
          {contextWords(model)} · {priceWords(input)} in · {priceWords(output)} out
        </span>
      </Cell>
      <Cell wideOnly>
        <ul className="flex flex-wrap gap-1">
          {(model.capabilities ?? []).map((capability) => (
            <li key={capability} className="rounded-sm border border-line px-1.5 text-xs text-text-muted">
              {capabilityWords[capability]}
            </li>
          ))}
        </ul>
      </Cell>
      <Cell wideOnly figure>
        {contextWords(model)}
      </Cell>
      <Cell wideOnly figure>
        {priceWords(input)}
      </Cell>
      <Cell wideOnly figure>
        {priceWords(output)}
      </Cell>
      <Cell wideOnly>
        <span className="flex items-center gap-2 whitespace-nowrap">
          <span aria-hidden className={`size-1.75 rounded-full ${status.dot}`} />
          {status.text}
        </span>
      </Cell>
      <td className="border-b border-line py-2.5 pr-4 text-end md:pr-5">
        {model.model_type === 'text_generation' && model.status === 'active' && (
          <Button size="small" onClick={() => onTry(model.id)}>
            Try
          </Button>
        )}
      </td>
    </tr>
  )
}

interface PlaceProps {
  children: ReactNode
  /** Figures stand at the right, so that their digits line up. */
  figure?: boolean
  /** Not on a phone, where the first column says the same in a line. */
  wideOnly?: boolean
}

function placeClass({ figure = false, wideOnly = false }: Omit<PlaceProps, 'children'>): string {
  return `px-3 first:pl-4 md:first:pl-5 ${figure ? 'text-end tabular-nums' : 'text-start'} ${wideOnly ? 'max-md:hidden' : ''}`
}

function Heading({ children, ...place }: PlaceProps) {
  return (
    <th scope="col" className={`border-b border-line-strong py-2 font-medium whitespace-nowrap ${placeClass(place)}`}>
      {children}
    </th>
  )
}

function Cell({ children, ...place }: PlaceProps) {
  return <td className={`border-b border-line py-2.5 ${placeClass(place)}`}>{children}</td>
}
