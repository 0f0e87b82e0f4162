import type { CommitTrace } from './commit-trace.ts'
import { parts, type PartName } from './parts.ts'
import type { Results } from './results.ts'
import type { Run } from './run-once.ts'
import { peerNames, type TargetName } from './targets.ts'

const columns = ['parley', ...peerNames] as const

/** One row: each page's figure, and our goal. */
interface Row {
  label: string
  goal: string
  cells: readonly string[]
}

/** Formats the table for a terminal. Missing runs are dashes. */
export function tableOf(results: Results): string {
  const rows = [heading, ...rowsOf(results).filter(({ cells }) => cells.some((cell) => cell !== '–'))]
  const lines = rows.map(({ label, goal, cells }) => [label, ...cells, goal])
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line
        .map((cell, place) => pad(cell, widths[place] ?? 0, place))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function pad(cell: string, width: number, place: number): string {
  const isFigure = place > 0 && place <= columns.length
  return isFigure ? cell.padStart(width) : cell.padEnd(width)
}

const heading: Row = { label: '', goal: 'goal for parley', cells: columns }

const commitLabels: Readonly<Record<keyof CommitTrace, string>> = {
  perSecond: 'commits a second',
  script: 'per commit, ms: script',
  style: 'per commit, ms: style',
  layout: 'per commit, ms: layout',
  paint: 'per commit, ms: paint',
  all: 'per commit, ms: all tasks',
  processor: 'per commit, ms: all tasks, processor time',
}

function rowsOf(results: Results): Row[] {
  const show = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '–')
  const plain = (label: string, goal: string, part: PartName, figure: keyof Run, digits = 0): Row => ({
    label,
    goal,
    cells: columns.map((target) => show(results.of(part, target, figure), digits)),
  })
  /** Our figure as a multiple of each page's. */
  const ratio = (label: string, goal: string, part: PartName, figure: keyof Run): Row => ({
    label,
    goal,
    cells: columns.map((target) =>
      target === 'parley' ? '1' : show(results.of(part, 'parley', figure) / results.of(part, target, figure), 2),
    ),
  })
  const depth = (target: TargetName) =>
    results.of('deep', target, 'mainThread') / results.of('shallow', target, 'mainThread')
  const ours = (label: string, goal: string, value: number, digits = 0): Row => ({
    label,
    goal,
    cells: columns.map((target) => (target === 'parley' ? show(value, digits) : '–')),
  })
  /** How many commits there are, and what each costs, from a trace. */
  const perCommit = (part: PartName, targets: readonly TargetName[]): Row[] =>
    (['perSecond', 'script', 'style', 'layout', 'paint', 'all', 'processor'] as const).map((figure) => ({
      label: `  ${commitLabels[figure]}`,
      goal: '',
      cells: targets.map((target) => show(results.traceOf(part, target)?.[figure] ?? Number.NaN, 2)),
    }))
  /** What all commits of a second cost, without typing. */
  const perSecond = (part: PartName, targets: readonly TargetName[]): Row[] =>
    (['all', 'processor'] as const).map((figure) => ({
      label: `  per second, ms: ${figure === 'all' ? 'all tasks' : 'all tasks, processor time'}`,
      goal: '',
      cells: targets.map((target) => {
        const trace = results.traceOf(part, target)
        return show(trace ? trace.perSecond * trace[figure] : Number.NaN, 0)
      }),
    }))
  const panes = (label: string, target: TargetName, goal: number): Row[] => {
    const figure = (name: keyof Run) => results.of('panes', target, name)
    const share = (name: keyof Run) => (100 * figure(name)) / figure('mainThread')
    return [
      ours(`${label} at 200 tok/s each: frames a second`, `≥ ${goal}`, figure('framesPerSecond'), 1),
      ours('  longest task, ms', '≤ 50', figure('longestTaskMs')),
      ours('  keypress to paint p95, ms', '', figure('keyP95Ms'), 1),
      ours('  main thread, s', '', figure('mainThread'), 2),
      ...(['script', 'style', 'layout'] as const).map((name) => ours(`    of it ${name}, %`, '', share(name))),
      ...[...perCommit('panes', [target]), ...perSecond('panes', [target])].map((row) => ({
        ...row,
        cells: columns.map((_, at) => row.cells[at] ?? '–'),
      })),
    ]
  }
  const known = (row: Row, part: PartName): Row[] =>
    Number.isFinite(results.of(part, 'parley', 'mainThread')) ? [row] : []

  return [
    ...(['2k', '2k fast'] as const).flatMap((part) => [
      plain(`2k at ${parts[part].orders.rate} tok/s: main thread, s`, '', part, 'mainThread', 2),
      ...known(ratio('  parley’s as a multiple of it', '≤ 1.1 plainblk', part, 'mainThread'), part),
      plain('  main thread busy, share of the time', '', part, 'busyShare', 2),
      plain('  frames a second', '≥ 58', part, 'framesPerSecond', 1),
      plain('  keypress to paint p95, ms', '≤ 1.15 × plainblk', part, 'keyP95Ms', 1),
      ...perCommit(part, columns),
      ...perSecond(part, columns),
    ]),
    ...(['8k', '32k'] as const).flatMap((part) => [
      plain(`${part} at 1,000 tok/s: main thread, s`, '', part, 'mainThread', 2),
      ...known(ratio('  parley’s as a multiple of it', '≤ 0.35 streamdown, ≤ 1.0 plainblk', part, 'mainThread'), part),
      plain('  main thread busy, share of the time (1: saturated)', '', part, 'busyShare', 2),
      plain('  renderer CPU, all threads, s', '', part, 'renderer', 2),
      ...known(ratio('  parley’s as a multiple of it', '≤ 0.5 streamdown', part, 'renderer'), part),
      plain('  longest task, ms (0: none over 50)', '≤ 50', part, 'longestTaskMs'),
      plain('  tasks over 50 ms', '0', part, 'tasksOver50'),
      plain('  frames a second', '≥ 58', part, 'framesPerSecond', 1),
      plain('  keypress to paint p95, ms', '≤ 24', part, 'keyP95Ms', 1),
      plain('  heap above idle, MB', part === '32k' ? '≤ 12' : '', part, 'heapGrowthMb', 1),
      ...perCommit(part, columns),
      ...perSecond(part, columns),
    ]),
    plain('32k burst: longest task, ms', '≤ 60', 'burst', 'longestTaskMs'),
    plain('  until all is on screen, ms', 'below streamdown', 'burst', 'untilAllMs'),
    {
      label: '500 tokens at 100 tok/s: after 31.5k ÷ after 1.5k',
      goal: '≤ 1.15',
      cells: columns.map((target) => show(depth(target), 2)),
    },
    plain('  after 31.5k: main thread, s', '', 'deep', 'mainThread', 2),
    plain('  after 31.5k: longest task, ms', '≤ 50', 'deep', 'longestTaskMs'),
    plain('32k at 100 tok/s: longest task, ms', '≤ 50', 'slow', 'longestTaskMs'),
    plain('  tasks over 50 ms', '0', 'slow', 'tasksOver50'),
    plain('  frames a second', '≥ 58', 'slow', 'framesPerSecond', 1),
    plain('  keypress to paint p95, ms', '≤ 24', 'slow', 'keyP95Ms', 1),
    ...panes('one pane', 'parley', 60),
    ...panes('three panes', 'three panes', 58),
    ...panes('six panes', 'six panes', 55),
    ...panes('six panes, chart open', 'six panes with chart', 55),
    ours('first scripts of the playground, gzip KB', '≤ 160', results.firstScripts ?? Number.NaN, 1),
  ]
}
