import { createReferenceCatalogue, type ReferenceCatalogue } from './create-reference-catalogue.ts'
import data from './reference-data.json' with { type: 'json' }

/** The facts that are committed beside this file, with their date and source; ATTRIBUTION.md says whose they are. */
export const referenceCatalogue: ReferenceCatalogue = createReferenceCatalogue(data)
