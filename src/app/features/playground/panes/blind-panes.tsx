import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { pathOf } from '#app/chat/store/message-tree.ts'
import { usePanes } from '#app/chat/store/use-panes.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { type Reply, isOpen } from '#app/data/message.ts'
import { Markdown } from '#app/markdown/markdown.tsx'
import { lastReply } from '#app/features/playground/summary/summary-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { percentWords, wilson } from '#experiments/statistics.ts'
import { type BlindVote, blindStore } from './blind.ts'

interface BlindPanesProps {
  panes: readonly Pane[]
  /** The name of a pane's model. */
  nameOf: (pane: Pane) => string
}

/** The last replies of all panes in random order, without the names of their models, until one is voted for. */
export function BlindPanes({ panes, nameOf }: BlindPanesProps) {
  const [order, setOrder] = useState(() => shuffled(panes))
  const [voted, setVoted] = useState<{ replies: string; words: string }>()
  const replies = usePanes(panes, repliesOf)
  const allEnded = usePanes(panes, haveAllEnded)
  const status = useRef<HTMLParagraphElement>(null)
  const votes = useStore(blindStore, (state) => state.votes)
  const isRevealed = voted !== undefined && voted.replies === replies
  // A new reply hides the models again, in a new order. Panes may have been added or closed meanwhile.
  const isStale = order.length !== panes.length || !order.every((pane) => panes.includes(pane))
  if (isStale || (voted !== undefined && !isRevealed)) {
    setVoted(undefined)
    setOrder(shuffled(panes))
  }
  const vote = (winner: Pane | null, words: string) => {
    const cast: BlindVote = { models: order.map(nameOf), winner: winner && nameOf(winner) }
    blindStore.setState({ votes: [...votes, cast] })
    setVoted({ replies, words })
    // The button that had it is gone now.
    status.current?.focus()
  }
  return (
    <div className="flex min-h-56 flex-1 flex-col gap-3 overflow-y-auto p-4">
      <div className="grid flex-1 content-start gap-3 md:grid-cols-2 lg:grid-cols-3">
        {order.map((pane, at) => (
          <BlindReply key={pane.id} pane={pane} letter={letterOf(at)} name={isRevealed ? nameOf(pane) : undefined} />
        ))}
      </div>
      <p role="status" ref={status} tabIndex={-1} className="text-text-muted outline-none">
        {isRevealed ? voted.words : ''}
      </p>
      {allEnded && !isRevealed && (
        <div className="flex flex-wrap gap-2">
          {order.map((pane, at) => (
            <Button key={pane.id} onClick={() => vote(pane, `You chose ${nameOf(pane)}.`)}>
              {letterOf(at)} is best
            </Button>
          ))}
          <Button onClick={() => vote(null, 'You said that none is better.')}>Tie</Button>
          <Button onClick={() => vote(null, 'You said that all are bad.')}>All bad</Button>
        </div>
      )}
      {isRevealed && <Tally votes={votes} />}
    </div>
  )
}

interface BlindReplyProps {
  pane: Pane
  letter: string
  /** Undefined while it is hidden. */
  name: string | undefined
}

function BlindReply({ pane, letter, name }: BlindReplyProps) {
  const reply = useStore(pane.store, lastReply)
  return (
    <article
      aria-label={`Reply ${letter}`}
      className="grid content-start gap-2 rounded-md border border-line p-3"
      data-state={reply?.state ?? 'empty'}
    >
      <h2 className="label">
        {letter}
        {name !== undefined && (
          <>
            : <bdi className="text-text">{name}</bdi>
          </>
        )}
      </h2>
      <div data-part="text">
        {reply ? <BlindText reply={reply} /> : <p className="text-text-muted">No reply yet.</p>}
      </div>
    </article>
  )
}

function BlindText({ reply }: { reply: Reply }) {
  if (reply.state === 'failed') return <p className="text-danger">This model failed to reply.</p>
  if (reply.text === '') return <p className="text-text-muted">{isOpen(reply) ? 'Waiting…' : 'Empty reply'}</p>
  return <Markdown text={reply.text} open={isOpen(reply)} />
}

/** How often each model was chosen in this visit. */
function Tally({ votes }: { votes: readonly BlindVote[] }) {
  const models = [...new Set(votes.flatMap((each) => each.models))]
  return (
    <table aria-label="Win rates" className="w-full max-w-xl text-left tabular-nums">
      <thead>
        <tr className="border-b border-line text-xs text-text-muted">
          {['Model', 'Win rate', '95 % interval', 'Wins'].map((head) => (
            <th key={head} scope="col" className="py-1.5 pr-6 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {models.map((model) => {
          const decided = votes.filter((each) => each.winner !== null && each.models.includes(model))
          const wins = decided.filter(({ winner }) => winner === model).length
          const rate = decided.length === 0 ? undefined : wilson(wins, decided.length)
          return (
            <tr key={model} className="border-b border-line last:border-0">
              <th scope="row" className="max-w-60 truncate py-1.5 pr-6 font-medium">
                <bdi>{model}</bdi>
              </th>
              <td className="pr-6">{rate ? percentWords(rate.value) : '–'}</td>
              <td className="pr-6">{rate ? `${(rate.low * 100).toFixed(1)} to ${percentWords(rate.high)}` : '–'}</td>
              <td>
                {wins} of {decided.length}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function letterOf(at: number): string {
  return String.fromCodePoint(65 + at)
}

function shuffled(panes: readonly Pane[]): Pane[] {
  return panes
    .map((pane) => ({ pane, rank: Math.random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ pane }) => pane)
}

/** The ids of the last replies. */
function repliesOf(panes: readonly Pane[]): string {
  return panes.map(({ store }) => lastReply(store.getState())?.id ?? '').join(' ')
}

/** Whether there is something to vote on: a reply in each pane, to the last message, that has ended. */
function haveAllEnded(panes: readonly Pane[]): boolean {
  return panes.every(({ store }) => {
    const last = pathOf(store.getState()).at(-1)
    return last?.kind === 'reply' && !isOpen(last)
  })
}
