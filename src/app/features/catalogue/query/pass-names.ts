import { useQuery } from '@tanstack/react-query'
import type { ExperimentRates, PassRates } from '#app/data/experiments/pass-rates.ts'

/** The name in the URL of the column and the axis of an experiment's pass rates: `pass-` and the experiment's id. */
export type PassName = `pass-${string}`

/** Whether a text can name the pass rates of an experiment, which may be gone. */
export function isPassName(text: string): text is PassName {
  return /^pass-[\w-]+$/u.test(text)
}

/** The names of all experiments that have pass rates. */
export function passNamesIn(passRates: PassRates): PassName[] {
  return [...passRates.keys()].map((id): PassName => `pass-${id}`)
}

/** The pass rates that a name stands for; undefined if they aren't loaded, or the experiment is gone. */
export function ratesOf(name: PassName, passRates: PassRates): ExperimentRates | undefined {
  return passRates.get(name.slice('pass-'.length))
}

/** `Pass rate in Letters`. */
export function passWords(of: ExperimentRates | undefined): string {
  return of ? `Pass rate in ${of.name}` : 'Pass rate'
}

/** For what needs no experiment, and while they are being read. */
export const noPassRates: PassRates = new Map()

/**
 * The pass rates of this browser's experiments, read from the database once they are wanted. `isCurrent` is false until
 * then, and while they are read again: an experiment may have been added elsewhere.
 */
export function usePassRates(isWanted: boolean): { passRates: PassRates; isCurrent: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['pass-rates'],
    queryFn: async (): Promise<PassRates> => {
      const { readPassRates } = await import('#app/data/experiments/pass-rates.ts')
      // Without storage there are no experiments.
      return readPassRates().catch(() => noPassRates)
    },
    enabled: isWanted,
    refetchOnWindowFocus: false,
    // It compares plain objects only, and a map isn't one.
    structuralSharing: false,
  })
  return { passRates: data ?? noPassRates, isCurrent: data !== undefined && !isFetching }
}
