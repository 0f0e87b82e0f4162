import type { ReferenceData } from '#service/catalogue/reference/reference-entry.ts'

/** The file's text: JSON with one model a line, so that a refresh shows as the lines of the models that changed. */
export function writeReference({ sources, makers, providers, models }: ReferenceData): string {
  return `{"sources": ${linesOf(sources)},
"makers": ${JSON.stringify(makers)},
"providers": ${JSON.stringify(providers)},
"models": ${linesOf(models)}}
`
}

function linesOf(items: readonly object[]): string {
  return `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`
}
