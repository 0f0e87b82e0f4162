import { useQuery } from '@tanstack/react-query'
import type { Measured, Spread } from '#app/data/measured/measured.ts'
import { dayWords } from '#app/models/dates.ts'
import { formatCount, formatSeconds, formatShare, unknownMark } from '#app/ui/format.ts'

async function readMeasured(id: string): Promise<Measured | null> {
  // Imported here, or the list of the scripts behind the databases would be part of the page's first script.
  const [{ measuredInExperiments, measuredInHistory }, { historyDb }, { measuredOf }] = await Promise.all([
    import('./read-measurements.ts'),
    import('#app/data/history/open-history.ts'),
    import('#app/data/measured/measured.ts'),
  ])
  const lists = await Promise.all([measuredInHistory(historyDb, null, id), measuredInExperiments(null, id)])
  return measuredOf(lists.flat()) ?? null
}

/** What the chats and experiments of this browser have measured of a model of the service. */
export function MeasuredSection({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['measured', id],
    queryFn: () => readMeasured(id),
    // It reads up to thousands of replies, which change little while another window has the focus.
    refetchOnWindowFocus: false,
  })
  return (
    <section aria-label="Measured here" className="grid gap-2">
      <h2 className="font-semibold">Measured here</h2>
      {data ? <Figures measured={data} /> : <p className="min-h-5 text-text-muted">{words()}</p>}
    </section>
  )

  function words(): string | undefined {
    if (error) return 'This browser couldn’t read its history. Reload the page.'
    return data === null ? 'Nothing measured in this browser yet.' : undefined
  }
}

function Figures({ measured }: { measured: Measured }) {
  const { n, failed, failureRate, from, to, firstToken, tokensPerSecond } = measured
  const [first, last] = [localDay(from), localDay(to)]
  return (
    <>
      <table className="w-full max-w-120 text-left tabular-nums">
        <thead>
          <tr className="text-xs text-text-muted">
            <th scope="col">
              <span className="sr-only">Figure</span>
            </th>
            {['p50', 'p95', 'n'].map((name) => (
              <th key={name} scope="col" className="pb-1.5 pl-4 text-end font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="Time to first token" spread={firstToken} words={formatSeconds} />
          <Row name="Output tokens per second" spread={tokensPerSecond} words={rateWords} />
          <tr className="border-t border-line">
            <th scope="row" className="py-2 font-normal text-text-muted">
              Failure rate
            </th>
            <td colSpan={2} className="pl-4 text-end">
              {formatShare(failureRate)}
              {failed > 0 && <span className="text-text-muted"> ({formatCount(failed)} failed)</span>}
            </td>
            <td className="pl-4 text-end text-text-muted">{formatCount(n)}</td>
          </tr>
        </tbody>
      </table>
      <p className="text-xs text-text-muted">
        {n === 1 ? '1 reply' : `${formatCount(n)} replies`} in this browser’s chats and experiments,{' '}
        {first === last ? first : `${first} to ${last}`}. Stopped replies don’t count.
      </p>
    </>
  )
}

function Row({ name, spread, words }: { name: string; spread: Spread | undefined; words: (value: number) => string }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 font-normal text-text-muted">
        {name}
      </th>
      <td className="pl-4 text-end">{spread ? words(spread.p50) : unknownMark}</td>
      <td className="pl-4 text-end">{spread ? words(spread.p95) : unknownMark}</td>
      <td className="pl-4 text-end text-text-muted">{formatCount(spread?.n ?? 0)}</td>
    </tr>
  )
}

/** As the playground shows a reply's speed. */
function rateWords(rate: number): string {
  return formatCount(rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate))
}

function localDay(time: number): string {
  const at = new Date(time)
  return dayWords(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()))
}
