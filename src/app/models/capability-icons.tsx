import { Braces, Brush, ChevronsRight, Eye, Lightbulb, Wrench, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Capability } from '#contract/model.ts'
import { capabilityWords } from './model-words.tsx'

/** Shared elements: React skips one that is identical to the last render. */
export const capabilityIcons: Record<Capability, ReactElement> = {
  streaming: iconOf('streaming', ChevronsRight),
  vision: iconOf('vision', Eye),
  function_calling: iconOf('function_calling', Wrench),
  structured_output: iconOf('structured_output', Braces),
  reasoning: iconOf('reasoning', Lightbulb),
  image_editing: iconOf('image_editing', Brush),
}

function iconOf(capability: Capability, Icon: LucideIcon): ReactElement {
  return <Icon key={capability} aria-hidden size={16} className="text-text-muted" />
}

/** One capability with its icon and its word side by side. */
export function CapabilityWord({ capability }: { capability: Capability }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {capabilityIcons[capability]}
      {capabilityWords[capability]}
    </span>
  )
}
