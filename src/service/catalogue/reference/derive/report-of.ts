import type { ReferenceData, ReferenceEntry } from '#service/catalogue/reference/reference-entry.ts'

/** What may be missing of an entry, in the report's order. */
const facts: readonly (readonly [string, (entry: ReferenceEntry) => boolean])[] = [
  ['a name other than the id', ({ id, name }) => name === id.slice(id.indexOf('/') + 1)],
  ['a release date', ({ released }) => released === undefined],
  ['a price', ({ rates }) => rates === undefined],
  ['a context length', ({ type, context }) => type === 'text_generation' && context === undefined],
  ['a maximum output', ({ type, max_output: most }) => type === 'text_generation' && most === undefined],
  ['modalities', ({ input, output }) => input === undefined || output === undefined],
  ['a knowledge cutoff', ({ type, cutoff }) => type === 'text_generation' && cutoff === undefined],
  ['whether the weights are open', ({ open_weights: isOpen }) => isOpen === undefined],
]

/** What was derived, and of which models each fact stays unknown: the list to look through after a refresh. */
export function reportOf({ models }: Pick<ReferenceData, 'models'>): string {
  const deprecated = models.filter((entry) => entry.deprecated === true).length
  const lines = facts.map(([name, isMissing]) => {
    const ids = models.filter(isMissing).map(({ id }) => id)
    return `${ids.length} without ${name}${ids.length > 0 ? `: ${ids.join(', ')}` : ''}`
  })
  return [`${models.length} models, ${deprecated} of them deprecated`, ...lines].join('\n')
}
