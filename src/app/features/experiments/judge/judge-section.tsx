import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Scale, Square } from 'lucide-react'
import { useStore } from 'zustand'
import type { EditDefinition } from '#app/features/experiments/experiment-page.tsx'
import type { ExperimentSession } from '#app/features/experiments/experiment-session.ts'
import { useBoardVersion } from '#app/features/experiments/results/use-board.ts'
import { Section, TextArea } from '#app/features/experiments/setup/section.tsx'
import { noVotes, useVotes } from '#app/features/experiments/votes.ts'
import { ModelPicker } from '#app/models/picker/model-picker.tsx'
import { useModels } from '#app/models/text-models.ts'
import { Button } from '#app/ui/button.tsx'
import { counted, formatCount, formatDollars, unknownMark } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import { type Definition, variantName } from '#experiments/definition.ts'
import { type JudgeSummary, leastVotes, missingCalls, summarizeJudge } from '#experiments/judge.ts'
import { percentWords } from '#experiments/statistics.ts'
import { baselineOf } from '#experiments/summary.ts'
import { choicesOn } from '#experiments/review.ts'

interface JudgeSectionProps {
  session: ExperimentSession
  definition: Definition
  edit: EditDefinition
}

const noJudge = { connection: null, model: '', parameters: {}, rubric: '' }

/** A model that compares the replies of variants, and how far it may be trusted. */
export function JudgeSection({ session, definition, edit }: JudgeSectionProps) {
  const { judge: own = noJudge } = definition
  const { data: models = [] } = useModels()
  const { isRunning, done, total, problem, version } = useStore(session.judge.state)
  const isIdle = useStore(session.state, ({ phase }) => phase === 'idle')
  const boardVersion = useBoardVersion(session.board)
  const { votes = noVotes, version: voted } = useVotes(session.id)
  const { data } = useQuery({
    // The board changes with whatever of the definition matters here, except its judge.
    queryKey: ['judge', session.id, own, definition.baseline, boardVersion, version, voted],
    queryFn: async ({ signal }) => {
      const { resultOf } = session.judge
      const plan = await session.judge.plan(signal)
      const pairs = plan.comparisons.map(({ pair }) => pair)
      return {
        summary: summarizeJudge(definition, plan.comparisons, resultOf, choicesOn(pairs, votes)),
        open: missingCalls(plan, resultOf).length,
      }
    },
    enabled: isIdle && !isRunning && own.model !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    networkMode: 'always',
    structuralSharing: false,
  })
  const change = (next: Partial<typeof own>, subject?: string) =>
    edit((before) => ({ ...before, judge: { ...own, ...before.judge, ...next } }), subject)
  return (
    <Section name="Judge" aside="A model that compares replies, and checks assertions of the type “Judge agrees”">
      <div className="grid gap-3 md:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-1.5">
          {/* The picker has this name, too. */}
          <span aria-hidden className="label">
            Judge model
          </span>
          <div className="rim">
            <ModelPicker
              label="Judge model"
              models={models}
              modelId={own.model === '' ? null : own.model}
              connectionId={own.connection}
              onChange={(model, connection) => change({ model, connection })}
            />
          </div>
        </div>
        <TextArea
          label="Rubric"
          value={own.rubric}
          placeholder="What makes a reply better, such as: correct first, then short"
          onChange={(rubric) => change({ rubric }, 'rubric')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {isRunning ? (
          <Button onClick={() => session.judge.stop()}>
            <Square aria-hidden size={12} className="fill-current" />
            Stop judge
          </Button>
        ) : (
          <Button disabled={own.model === '' || !isIdle} onClick={() => void session.judge.start()}>
            <Scale aria-hidden size={14} />
            Run judge
          </Button>
        )}
        <p role="status" className="text-text-muted tabular-nums">
          {isRunning
            ? `${formatCount(done)} of ${counted(total, 'call')}`
            : own.model === ''
              ? 'Choose a judge model.'
              : data && `${counted(data.open, 'call')} to make`}
        </p>
      </div>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {data && data.summary.n > 0 && <JudgeTable definition={definition} summary={data.summary} />}
    </Section>
  )
}

function JudgeTable({ definition, summary }: { definition: Definition; summary: JudgeSummary }) {
  const { rates, n, positionBias = 0, agreement, isChecked, unreadable, cost } = summary
  const baseline = baselineOf(definition)
  return (
    <div className="grid gap-3">
      {!isChecked && (
        <Notice tone="warning">
          This judge is unchecked. Vote on {leastVotes} of its pairs in a blind review to see whether it agrees with you
          (so far {agreement.n}).
        </Notice>
      )}
      <div role="region" aria-label="Verdicts of the judge" tabIndex={0} className="overflow-x-auto">
        <table aria-label="Judge" className="w-full min-w-max text-left tabular-nums">
          <thead>
            <tr className="border-b border-line text-xs text-text-muted">
              {['Variant', 'Wins', 'Losses', 'Ties', 'Win rate', '95 % interval'].map((name) => (
                <th key={name} scope="col" className="py-1.5 pr-6 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rates.map(({ variantId, wins, losses, ties, rate }) => {
              const variant = definition.variants.find(({ id }) => id === variantId)
              return (
                <tr key={variantId} className="border-b border-line">
                  <th scope="row" className="max-w-80 truncate py-1.5 pr-6 font-medium">
                    <bdi>{variant && variantName(variant)}</bdi>
                    {baseline && <span className="font-normal text-text-muted"> against {variantName(baseline)}</span>}
                  </th>
                  {[wins, losses, ties].map((count, at) => (
                    <td key={at} className="pr-6">
                      {formatCount(count)}
                    </td>
                  ))}
                  <td className="pr-6">{rate ? percentWords(rate.value) : unknownMark}</td>
                  <td className="pr-6">
                    {rate ? `${(rate.low * 100).toFixed(1)} to ${percentWords(rate.high)}` : unknownMark}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm tabular-nums [&_dt]:text-text-muted [&>div]:flex [&>div]:gap-2">
        <div>
          <dt title="Pairs in which it chose the same place in both orders; they count as ties">Position bias</dt>
          <dd>
            {percentWords(positionBias)} of {counted(n, 'pair')}
          </dd>
        </div>
        <div>
          <dt title="How far it agrees with your own votes, beyond chance">Kappa</dt>
          <dd>
            {agreement.kappa === undefined ? unknownMark : agreement.kappa.toFixed(2)} (n = {agreement.n})
          </dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>{cost === undefined ? unknownMark : cost === 0 ? 'Free' : formatDollars(cost)}</dd>
        </div>
        {unreadable > 0 && (
          <div>
            <dt>Without a verdict</dt>
            <dd>{counted(unreadable, 'call')}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}
