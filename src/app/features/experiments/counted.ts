import { formatCount } from '#app/ui/format.ts'

/** A count with its noun: `1 case`, `1,200 cases`. */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`
}
