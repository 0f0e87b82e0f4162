import { createReferenceCatalogue, type ReferenceCatalogue } from './create-reference-catalogue.ts'
import data from './reference-data.json' with { type: 'json' }

/** The committed facts with their dates and sources. ATTRIBUTION.md lists the licences. */
export const referenceCatalogue: ReferenceCatalogue = createReferenceCatalogue(data)
