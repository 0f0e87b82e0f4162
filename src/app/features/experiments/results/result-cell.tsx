import { Check, Minus, X } from 'lucide-react'
import { formatCount, formatDollars, formatSeconds } from '#app/ui/format.ts'
import type { Definition, TestCase } from '#experiments/definition.ts'
import { costOfResult } from '#experiments/results.ts'
import { type CellBoard, type CellState, type RepeatView, cellName, stateOf } from './cell-board.ts'
import { WordDiff } from './word-diff.tsx'
import { useCell } from './use-board.ts'

/** What cells show. */
export const resultViews = { text: 'Text', diff: 'Diff', figures: 'Figures' } as const
export type ResultView = keyof typeof resultViews

/** The words for the state of a cell. */
export const stateWords: Record<CellState, string> = {
  queued: 'Queued',
  running: 'Running',
  pass: 'Pass',
  fail: 'Fail',
  error: 'Error',
  unjudged: 'Not judged',
}

const stateColors: Record<CellState, string> = {
  queued: 'text-text-muted',
  running: 'text-text-muted',
  pass: 'text-success',
  fail: 'text-danger',
  error: 'text-warning',
  unjudged: 'text-text-muted',
}

/** The text that a cell shows: of the reply that streams, or of the first repeat. */
function textOfRepeats(repeats: readonly RepeatView[]): string {
  const running = repeats.find((each) => each.running !== undefined)
  if (running?.running !== undefined) return running.running
  const result = repeats.find((each) => each.result)?.result
  if (!result) return ''
  if (result.state === 'failed') return result.message
  const { text, toolCalls } = result.reply
  const calls = toolCalls.map(({ name, arguments: json }) => `${name}(${json})`).join(' ')
  return text === '' ? calls : text
}

/** More of a text isn't drawn in a cell; Enter shows all of it. */
const longestText = 400

interface ResultCellProps {
  board: CellBoard
  definition: Definition
  testCase: TestCase
  variantId: string
  view: ResultView
  /** The id of an element that describes the cell. */
  descriptionId: string
}

/** The content of one cell of the grid. */
export function ResultCell({ board, definition, testCase, variantId, view, descriptionId }: ResultCellProps) {
  const repeats = useCell(board, cellName(testCase.id, variantId))
  const state = stateOf(repeats)
  const text = textOfRepeats(repeats).slice(0, longestText)
  return (
    <div
      data-edge={state === 'fail' || state === 'error' ? state : undefined}
      className="flex h-full min-w-0 flex-col justify-between gap-1 border-l-2 border-transparent px-3 py-2 data-[edge=error]:border-warning data-[edge=fail]:border-danger"
    >
      {view === 'figures' ? (
        <CellFigures repeats={repeats} />
      ) : view === 'diff' && state !== 'running' && state !== 'queued' && state !== 'error' ? (
        <CellDiff board={board} definition={definition} testCase={testCase} variantId={variantId} text={text} />
      ) : (
        <p className={`line-clamp-2 text-xs wrap-anywhere ${state === 'error' ? 'text-warning' : ''}`}>
          <bdi>{text}</bdi>
        </p>
      )}
      <CellFooter id={descriptionId} repeats={repeats} state={state} />
    </div>
  )
}

interface CellFooterProps {
  id: string
  repeats: readonly RepeatView[]
  state: CellState
}

function CellFooter({ id, repeats, state }: CellFooterProps) {
  const done = repeats.filter(({ result }) => result).length
  const passed = repeats.filter(({ score }) => score?.outcome === 'pass').length
  const verdicts = repeats.find(({ score }) => score && score.verdicts.length > 0)?.score?.verdicts ?? []
  const first = repeats.find(({ result }) => result?.state === 'done')?.result
  const cost = first && costOfResult(first)
  return (
    <p id={id} className="flex items-center gap-2 text-xs whitespace-nowrap text-text-muted tabular-nums">
      <span className={`font-medium ${stateColors[state]}`}>{stateWords[state]}</span>
      {repeats.length === 1 && (
        <span className="flex gap-0.5">
          {verdicts.slice(0, 8).map(({ pass, isPending }, at) => {
            const [Icon, color] = isPending ? [Minus, ''] : pass ? [Check, 'text-success'] : [X, 'text-danger']
            return <Icon key={at} aria-hidden size={12} className={color} />
          })}
        </span>
      )}
      {repeats.length > 1 && (
        <span>
          {state === 'running' || done < repeats.length
            ? `${done} of ${repeats.length}`
            : state !== 'unjudged' && `${passed} of ${repeats.length}`}
        </span>
      )}
      {first?.state === 'done' && (
        <span className="ml-auto flex gap-2">
          <span>{formatSeconds(first.reply.latencyMs / 1_000)}</span>
          {cost !== undefined && cost > 0 && <span>{formatDollars(cost)}</span>}
        </span>
      )}
    </p>
  )
}

function CellFigures({ repeats }: { repeats: readonly RepeatView[] }) {
  const replies = repeats.flatMap(({ result }) => (result?.state === 'done' ? [result.reply] : []))
  if (replies.length === 0) return <span />
  const mean = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined)
    return known.length === 0 ? undefined : known.reduce((sum, each) => sum + each, 0) / known.length
  }
  const firstToken = mean(replies.map(({ firstTokenMs }) => firstTokenMs))
  const tokensIn = mean(replies.map((each) => each.tokensIn))
  const tokensOut = mean(replies.map((each) => each.tokensOut))
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-xs tabular-nums [&>dt]:text-text-muted">
      <dt>First token</dt>
      <dd>{firstToken === undefined ? '–' : formatSeconds(firstToken / 1_000)}</dd>
      <dt>Tokens</dt>
      <dd>
        {tokensIn === undefined || tokensOut === undefined
          ? '–'
          : `${formatCount(Math.round(tokensIn))} in, ${formatCount(Math.round(tokensOut))} out`}
      </dd>
    </dl>
  )
}

type CellDiffProps = Pick<ResultCellProps, 'board' | 'definition' | 'testCase' | 'variantId'> & { text: string }

/** Against the baseline; in its own column, and if none was chosen, against the expected text. */
function CellDiff({ board, definition, testCase, variantId, text }: CellDiffProps) {
  const { baseline } = definition
  const isOther = baseline !== undefined && baseline !== variantId
  const base = useCell(board, cellName(testCase.id, baseline ?? ''))
  const before = isOther ? textOfRepeats(base).slice(0, longestText) : testCase.expected
  if (before === undefined) return <p className="line-clamp-2 text-xs wrap-anywhere">{text}</p>
  if (before === text) {
    return <p className="text-xs text-text-muted">{isOther ? 'Same as baseline' : 'Same as expected'}</p>
  }
  return (
    <p className="line-clamp-2 text-xs wrap-anywhere">
      <WordDiff before={before} after={text} />
    </p>
  )
}
