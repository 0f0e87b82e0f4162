import type { Model } from '#contract/model.ts'

/** The last moment that a calendar has, in milliseconds since 1970 (ECMA-262, time values). */
const lastMoment = 8.64e15

/** When a model came out, in milliseconds since 1970; undefined where nobody told, or nobody can have meant it. */
export function releasedAt({ created }: Pick<Model, 'created'>): number | undefined {
  const time = created * 1000
  return time > 0 && time <= lastMoment ? time : undefined
}
