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
  return <Icon key={capability} aria-hidden size={16} />
}

/**
 * The capabilities that have a place of their own in a row of icons. Nearly every chat model streams, and only image models
 * edit images, so those two would be the same in every row.
 */
export const capabilitySlots = [
  'vision',
  'function_calling',
  'structured_output',
  'reasoning',
] as const satisfies readonly Capability[]

/** Icons in fixed slots, so that they can be compared down a column; a dash where a capability is absent. */
export function CapabilitySlots({ has }: { has: (capability: Capability) => boolean }) {
  return (
    <span className="grid grid-cols-[repeat(4,1.5rem)] items-center">
      {capabilitySlots.map((each) => (has(each) ? capabilityIcons[each] : absent[each]))}
    </span>
  )
}

/** Shared elements, as above. A border, since a background is gone in forced colours. */
const absent: Record<(typeof capabilitySlots)[number], ReactElement> = {
  vision: dashOf('vision'),
  function_calling: dashOf('function_calling'),
  structured_output: dashOf('structured_output'),
  reasoning: dashOf('reasoning'),
}

function dashOf(capability: Capability): ReactElement {
  return <span key={capability} aria-hidden className="ml-1.5 w-1 border-t border-text-muted" />
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
