import { Braces, Brush, ChevronsRight, Eye, Lightbulb, Wrench, type LucideIcon } from 'lucide-react'
import type { Capability } from '#contract/model.ts'
import { Hint } from './hint.tsx'
import { capabilityWords, shownCapabilities } from './model-words.ts'

const icons: Record<Capability, LucideIcon> = {
  streaming: ChevronsRight,
  vision: Eye,
  function_calling: Wrench,
  structured_output: Braces,
  reasoning: Lightbulb,
  image_editing: Brush,
}

interface CapabilityIconsProps {
  capabilities: readonly Capability[]
  /** In a grid that moves focus itself, -1. */
  tabIndex?: number | undefined
}

/** What a model can do, as icons in always the same order; their words on hover, focus and touch. Nothing for none. */
export function CapabilityIcons({ capabilities, tabIndex }: CapabilityIconsProps) {
  const sorted = shownCapabilities.filter((each) => capabilities.includes(each))
  if (sorted.length === 0) return null
  const words = sorted.map((each) => capabilityWords[each]).join(', ')
  return (
    <Hint text={words} tabIndex={tabIndex} className="inline-flex gap-1.5 align-middle text-text-muted">
      {sorted.map((each) => {
        const Icon = icons[each]
        return <Icon key={each} aria-hidden size={16} />
      })}
      <span className="sr-only">{words}</span>
    </Hint>
  )
}

/** One capability with its icon and its word side by side. */
export function CapabilityWord({ capability }: { capability: Capability }) {
  const Icon = icons[capability]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden size={16} className="text-text-muted" />
      {capabilityWords[capability]}
    </span>
  )
}
