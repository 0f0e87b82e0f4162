import type { PageFindings } from '#e2e/fault-injection/run-page-faults.ts'
import { faultKinds } from '#testing/fault-injection/plan-fault.ts'
import type { ServiceFindings } from './service-faults.ts'

const endings = ['whole', 'refused', 'frame'] as const
const states = ['done', 'failed', 'interrupted', 'stopped'] as const

/** Formats the results of the service. */
export function serviceTable({ faults, redirectsFollowed: strayed, aborts, memory }: ServiceFindings): string {
  const rows = faultKinds.map((kind) => [kind, ...endings.map((ending) => faults.byKind.get(kind)?.[ending] ?? 0)])
  const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
  return [
    '\nBetween service and engine: outcomes by fault',
    ...table(['fault', 'whole', 'error', 'error frame'], rows),
    `Slowest answer: ${Math.round(faults.slowestMs)} ms. Redirects followed: ${strayed}.`,
    `After ${aborts.count} aborted requests: ${aborts.openOnEngine} sockets open on the engine, ${aborts.openInService} in the service.`,
    `Heap before and after ${memory.count} plain requests: ${megabytes(memory.before)} MB, ${megabytes(memory.after)} MB.`,
  ].join('\n')
}

/** Formats the results of the browser. */
export function pageTable({ byName, slowestMs, triggered: met }: PageFindings): string {
  const rows = [...byName]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, counts]) => [name, ...states.map((state) => counts[state] ?? 0)])
  return [
    '\nIn the browser: final states of the reply by fault',
    ...table(['fault', ...states], rows),
    `Faults that took place: ${met}. Slowest end: ${Math.round(slowestMs)} ms.`,
  ].join('\n')
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const numbers = rows.map((row) => row.slice(1).map(Number))
  const sums = head.slice(1).map((_, column) => numbers.reduce((sum, row) => sum + (row[column] ?? 0), 0))
  return [head, ...rows, ['all', ...sums]].map(([first = '', ...cells]) =>
    [`  ${String(first).padEnd(24)}`, ...cells.map((cell) => String(cell).padStart(12))].join(''),
  )
}
