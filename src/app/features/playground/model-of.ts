import type { Model } from '#contract/model.ts'

/** Finds what is known of a model of a connection; null is the service that served this page. */
export type ModelOf = (id: string, connectionId?: string | null) => Model | undefined
