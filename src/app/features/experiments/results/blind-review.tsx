import { useMemo, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { formatCount, unknownMark } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { ExperimentSession } from '#app/features/experiments/experiment-session.ts'
import { noVotes, useVotes } from '#app/features/experiments/votes.ts'
import { type Definition, variantName } from '#experiments/definition.ts'
import { type Choice, type ReviewPair, choicesOn, reviewPairs, winRates } from '#experiments/review.ts'
import { percentWords } from '#experiments/statistics.ts'
import { answeredOf } from './cell-board.ts'

/** The choices with their keys, as they are shown: `first` is the reply on the left. */
const choices = [
  { choice: 'first', label: 'First is better', key: '1' },
  { choice: 'second', label: 'Second is better', key: '2' },
  { choice: 'tie', label: 'Tie', key: '0' },
  { choice: 'bad', label: 'Both bad', key: 'x' },
] as const satisfies readonly { choice: Choice; label: string; key: string }[]

interface BlindReviewProps {
  session: ExperimentSession
  definition: Definition
  onClose: () => void
}

/** Shows pairs of replies without their names. Each vote is saved at once, and the next pair follows. */
export function BlindReview({ session, definition, onClose }: BlindReviewProps) {
  // A snapshot, so that results which arrive meanwhile don't change what is being read.
  const [pairs] = useState(() => reviewPairs(answeredOf(session.board)))
  const { votes, vote, undo, canUndo, isFull } = useVotes(session.id)
  const [showsResult, setShowsResult] = useState(false)
  const chosen = useMemo(() => choicesOn(pairs, votes ?? noVotes), [pairs, votes])
  const open = useMemo(() => pairs.filter(({ name }) => !chosen.has(name)), [pairs, chosen])
  const [pair] = open
  if (votes === undefined) return null
  const done = pairs.length - open.length
  const choose = (choice: Choice) => pair && vote(pair, pair.isSwapped ? mirrored(choice) : choice)
  return (
    <Dialog
      title="Blind review"
      width={1080}
      onClose={onClose}
      onKeyDown={({ key, repeat, ctrlKey, metaKey, altKey }) => {
        // A key that is held down is one vote.
        if (repeat || ctrlKey || metaKey || altKey) return
        const pressed = choices.find((each) => each.key === key)
        if (pressed && !showsResult) choose(pressed.choice)
        else if (key === 'u') undo()
      }}
    >
      <div className="grid gap-4">
        <p role="status" className="text-text-muted tabular-nums">
          {pairs.length === 0
            ? 'There is nothing to compare yet. Run at least two variants; replies that say the same are left out.'
            : pair
              ? `${formatCount(done + 1)} of ${formatCount(pairs.length)}`
              : `All ${formatCount(pairs.length)} pairs are reviewed.`}
        </p>
        {isFull && <Notice tone="danger">This browser’s storage is full. Free some space, then vote again.</Notice>}
        {pair && !showsResult && <Pair key={pair.name} pair={pair} />}
        <div className="flex flex-wrap items-center gap-2">
          {pair &&
            !showsResult &&
            choices.map(({ choice, label, key }) => (
              <Button key={choice} aria-keyshortcuts={key} onClick={() => choose(choice)}>
                {label} <kbd className="text-xs font-normal text-text-muted">{key}</kbd>
              </Button>
            ))}
          <Button variant="quiet" aria-keyshortcuts="u" disabled={!canUndo} onClick={undo}>
            Undo <kbd className="text-xs font-normal text-text-muted">u</kbd>
          </Button>
          {pair && done > 0 && (
            <Button variant="quiet" className="ml-auto" onClick={() => setShowsResult(!showsResult)}>
              {showsResult ? 'Go on' : 'Show result'}
            </Button>
          )}
        </div>
        {(showsResult || !pair) && done > 0 && <WinRates definition={definition} pairs={pairs} choices={chosen} />}
      </div>
    </Dialog>
  )
}

function Pair({ pair: { first, second, isSwapped } }: { pair: ReviewPair }) {
  const { testCase } = first.cell
  const asked = Object.entries(testCase.values)
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        {[...asked, ...(testCase.expected === undefined ? [] : [['expected', testCase.expected] as const])].map(
          ([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-text-muted">{name}</dt>
              <dd className="max-h-24 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <div className="grid gap-3 md:grid-cols-2">
        {(isSwapped ? [second, first] : [first, second]).map(({ result }, at) => (
          <article
            key={result.key}
            aria-label={at === 0 ? 'First' : 'Second'}
            className="grid content-start gap-2 rounded-md border border-line p-3"
          >
            <h3 className="label">{at === 0 ? 'First' : 'Second'}</h3>
            <div
              tabIndex={0}
              role="group"
              aria-label="Reply"
              className="max-h-[40dvh] overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap"
            >
              {result.state === 'done' && (
                <>
                  {result.reply.text}
                  {result.reply.toolCalls.map(({ name, arguments: json }, place) => (
                    <code key={place} className="block font-mono text-xs">
                      {name}({json})
                    </code>
                  ))}
                </>
              )}
            </div>
          </article>
        ))}
      </div>
    </>
  )
}

interface WinRatesProps {
  definition: Definition
  pairs: readonly ReviewPair[]
  choices: ReadonlyMap<string, Choice>
}

/** How often each variant was preferred. */
function WinRates({ definition: { variants }, pairs, choices: chosen }: WinRatesProps) {
  const rates = winRates(
    variants.map(({ id }) => id),
    pairs,
    chosen,
  )
  return (
    <div className="overflow-x-auto">
      <table aria-label="Win rates" className="w-full min-w-max text-left tabular-nums">
        <thead>
          <tr className="border-b border-line text-xs text-text-muted">
            {['Variant', 'Win rate', '95 % interval', 'Wins', 'Losses', 'Ties', 'Both bad'].map((name) => (
              <th key={name} scope="col" className="py-1.5 pr-6 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.map(({ variantId, rate, wins, losses, ties, bad }) => {
            const variant = variants.find(({ id }) => id === variantId)
            return (
              <tr key={variantId} className="border-b border-line last:border-0">
                <th scope="row" className="max-w-60 truncate py-1.5 pr-6 font-medium">
                  <bdi>{variant && variantName(variant)}</bdi>
                </th>
                <td className="pr-6">{rate ? percentWords(rate.value) : unknownMark}</td>
                <td className="pr-6">
                  {rate ? `${(rate.low * 100).toFixed(1)} to ${percentWords(rate.high)}` : unknownMark}
                </td>
                {[wins, losses, ties, bad].map((count, at) => (
                  <td key={at} className="pr-6">
                    {formatCount(count)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A choice between replies that are shown in the other order. */
function mirrored(choice: Choice): Choice {
  if (choice === 'first') return 'second'
  return choice === 'second' ? 'first' : choice
}
