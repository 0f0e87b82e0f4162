import { memo } from 'react'
import { capabilityIcons } from '#app/models/capability-icons.tsx'
import { capabilityWords, shownCapabilities } from '#app/models/model-words.ts'

interface RowCapabilitiesProps {
  /** In words, as `capabilityList` says them: a text, so that rows which can do the same are drawn once. */
  list: string
  tabIndex: number
}

/** What a model can do, as icons in always the same order; their words for those who hear the row. */
export const RowCapabilities = memo(function RowCapabilities({ list, tabIndex }: RowCapabilitiesProps) {
  const words = list.split(', ')
  return (
    <button
      type="button"
      data-hint="can"
      tabIndex={tabIndex}
      className="inline-flex gap-1.5 rounded-sm align-middle text-text-muted"
    >
      {shownCapabilities.filter((each) => words.includes(capabilityWords[each])).map((each) => capabilityIcons[each])}
      <span className="sr-only">{list}</span>
    </button>
  )
})
