import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { formatCount, formatDollars, formatSeconds } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import { assertionTable } from '#experiments/assertions.ts'
import type { Cell } from '#experiments/cells.ts'
import { type Definition, caseName, variantName } from '#experiments/definition.ts'
import { type CellResult, costOfResult } from '#experiments/results.ts'
import { type Rating, assertionsOf } from '#experiments/score.ts'
import { TextArea } from '#app/features/experiments/setup/section.tsx'
import { cellName } from './cell-board.ts'
import type { ExperimentSession } from '#app/features/experiments/experiment-session.ts'
import { openInPlayground } from './open-in-playground.ts'
import { stateWords } from './result-cell.tsx'
import type { ResultRow } from './result-rows.ts'
import { useCell } from './use-board.ts'
import { WordDiff } from './word-diff.tsx'

interface CellDialogProps {
  session: ExperimentSession
  definition: Definition
  row: ResultRow
  variantId: string
  /** Forgets the results of some cells. */
  onClear: (isCleared: (cell: Cell) => boolean) => void
  onClose: () => void
}

/** All of one cell: its repeats, what was asked, what came back, and what the assertions say. */
export function CellDialog({ session, definition, row, variantId, onClear, onClose }: CellDialogProps) {
  const { testCase, number } = row
  const repeats = useCell(session.board, cellName(testCase.id, variantId))
  const [chosen, setChosen] = useState(0)
  const [isRefused, setRefused] = useState(false)
  const navigate = useNavigate()
  const variant = definition.variants.find(({ id }) => id === variantId)
  const view = repeats[chosen] ?? repeats[0]
  if (!variant || !view) return null
  const { result, score, cell } = view
  const reply = result?.state === 'done' ? result.reply : undefined
  const state = view.running !== undefined ? 'running' : (score?.outcome ?? 'queued')
  const cost = result && costOfResult(result)
  const figures = [
    reply && formatSeconds(reply.latencyMs / 1_000),
    reply?.firstTokenMs !== undefined && `first token ${formatSeconds(reply.firstTokenMs / 1_000)}`,
    reply?.tokensIn !== undefined && `${formatCount(reply.tokensIn)} tokens in`,
    reply?.tokensOut !== undefined && `${formatCount(reply.tokensOut)} out`,
    cost !== undefined && (cost === 0 ? 'free' : formatDollars(cost)),
    reply && reply.rounds > 1 && `${reply.rounds} rounds`,
    result && result.attempts > 1 && `${result.attempts} attempts`,
    view.isCached && 'from the cache',
    result && new Date(result.date).toLocaleString(),
    reply?.fingerprint,
  ].filter(Boolean)
  return (
    <Dialog title={`${caseName(testCase, number - 1)}, ${variantName(variant)}`} width={760} onClose={onClose}>
      <div className="grid gap-4">
        {repeats.length > 1 && (
          <div role="group" aria-label="Repeats" className="flex flex-wrap gap-1">
            {repeats.map((each, at) => (
              <Button
                key={at}
                size="small"
                variant={at === chosen ? 'secondary' : 'quiet'}
                aria-pressed={at === chosen}
                onClick={() => setChosen(at)}
              >
                {at + 1}: {stateWords[each.running === undefined ? (each.score?.outcome ?? 'queued') : 'running']}
              </Button>
            ))}
          </div>
        )}
        <p className="text-xs text-text-muted tabular-nums">
          <span className="font-medium text-text">{stateWords[state]}</span>
          {figures.length > 0 && ` · ${figures.join(' · ')}`}
        </p>
        <div className="rounded-md bg-tint p-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {view.running ?? (result?.state === 'failed' ? result.message : (reply?.text ?? 'Not run yet.'))}
        </div>
        {reply && reply.toolCalls.length > 0 && (
          <ul aria-label="Tool calls" className="grid gap-1 font-mono text-xs wrap-anywhere">
            {reply.toolCalls.map(({ name, arguments: json, result: answer }, at) => (
              <li key={at}>
                {name}({json}){answer !== undefined && ` → ${answer}`}
              </li>
            ))}
          </ul>
        )}
        {reply && testCase.expected !== undefined && (
          <div className="grid gap-1">
            <h3 className="label">Expected</h3>
            <p className="text-sm wrap-anywhere whitespace-pre-wrap">
              <WordDiff before={testCase.expected} after={reply.text} />
            </p>
          </div>
        )}
        {score && score.verdicts.length > 0 && (
          <ul aria-label="Assertions" className="grid gap-1">
            {assertionsOf(definition, testCase).map(({ type }, at) => {
              const verdict = score.verdicts[at]
              if (!verdict) return null
              return (
                <li key={at} className="flex flex-wrap gap-x-2">
                  {verdict.isPending === true ? (
                    <span className="font-medium text-text-muted">No verdict</span>
                  ) : (
                    <span className={`font-medium ${verdict.pass ? 'text-success' : 'text-danger'}`}>
                      {verdict.pass ? 'Pass' : 'Fail'}
                    </span>
                  )}
                  {assertionTable[type].label}
                  <span className="text-text-muted wrap-anywhere">{verdict.reason}</span>
                </li>
              )
            })}
          </ul>
        )}
        {result?.state === 'done' && (
          <RatingFields key={`${cell.key} ${result?.date}`} session={session} cell={cell} result={result} />
        )}
        <details>
          <summary className="w-fit cursor-default rounded-sm text-text-muted hover:text-text">Request</summary>
          <pre className="mt-2 max-h-60 overflow-auto rounded-md bg-tint p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {JSON.stringify(cell.body, null, 2)}
          </pre>
        </details>
        {isRefused && (
          <Notice tone="danger">
            The playground can’t open this prompt, because it has files. Copy its text instead.
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            onClick={() => {
              if (openInPlayground(view)) void navigate({ to: '/' })
              else setRefused(true)
            }}
          >
            Open in playground
          </Button>
          {reply && <CopyButton name="Copy reply" label="Copy" text={() => reply.text} />}
          {result && (
            <Button
              onClick={() => {
                onClear((each) => each.testCase.id === testCase.id && each.variant.id === variantId)
                onClose()
              }}
            >
              Clear results
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** What a person says of a reply, which counts instead of the assertions. Saved at once. */
function RatingFields({ session, cell, result }: { session: ExperimentSession; cell: Cell; result: CellResult }) {
  const [rating, setRating] = useState(() => session.ratingOf(result))
  const change = (next: Partial<Rating>) => {
    setRating({ ...rating, ...next })
    void session.rate(cell, { ...rating, ...next })
  }
  return (
    <div className="grid gap-2">
      <div role="group" aria-label="Your rating" className="flex items-center gap-1">
        <span className="label mr-1">Your rating</span>
        {(['pass', 'fail'] as const).map((each) => (
          <Button
            key={each}
            size="small"
            variant={rating.rating === each ? 'secondary' : 'quiet'}
            aria-pressed={rating.rating === each}
            onClick={() => change({ rating: rating.rating === each ? null : each })}
          >
            {stateWords[each]}
          </Button>
        ))}
        {rating.rating !== null && <span className="text-xs text-text-muted">counts instead of the assertions</span>}
      </div>
      <TextArea label="Note" value={rating.note} onChange={(note) => change({ note })} />
    </div>
  )
}
