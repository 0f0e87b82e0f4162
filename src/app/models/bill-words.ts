import { formatDollars, unknownMark } from '#app/ui/format.ts'

/** An amount of a bill: `$480.00`, `$0.000315`; `$0` for free, a dash for unknown. */
export function billWords(amount: number | undefined): string {
  return amount === undefined ? unknownMark : formatDollars(amount)
}
