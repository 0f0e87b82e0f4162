import { Pause, Play, Square } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#app/ui/button.tsx'
import { counted, formatCount, formatDollars, formatSeconds } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import { experimentLimits } from '#experiments/definition.ts'
import type { EditDefinition } from './experiment-page.tsx'
import type { ExperimentSession, SessionState } from './experiment-session.ts'
import type { Estimate } from './plan-cells.ts'
import { Section } from './setup/section.tsx'
import { NumberField } from './setup/variants-section.tsx'

interface RunSectionProps {
  session: ExperimentSession
  edit: EditDefinition
  actions: ReactNode
}

/** Starts, pauses and ends the run, and says what it takes. */
export function RunSection({ session, edit, actions }: RunSectionProps) {
  const state = useStore(session.state)
  const { definition, phase, estimate, problem, end } = state
  const isJudging = useStore(session.judge.state, ({ isRunning }) => isRunning)
  const isUnfinished = state.lastRun?.hasEnded === false
  return (
    <Section name="Run" actions={actions}>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-24">
          <NumberField
            label="Repeats"
            min={1}
            max={experimentLimits.repeats}
            step={1}
            value={definition.repeats}
            onChange={(repeats = 1) => edit((before) => ({ ...before, repeats }), 'repeats')}
          />
        </div>
        <div className="w-28">
          <NumberField
            label="Concurrency"
            min={1}
            max={experimentLimits.concurrency}
            step={1}
            value={definition.concurrency}
            onChange={(concurrency = 4) => edit((before) => ({ ...before, concurrency }), 'concurrency')}
          />
        </div>
        <div className="w-32">
          <NumberField
            label="Spend limit"
            min={0}
            max={100_000}
            step={0.01}
            value={definition.spendLimit}
            onChange={(limit) =>
              edit(
                ({ spendLimit: _limit, ...before }) =>
                  limit === undefined ? before : { ...before, spendLimit: limit },
                'spend limit',
              )
            }
          />
        </div>
        <div className="flex flex-wrap gap-2">
          {phase === 'idle' && (
            <Button
              variant="primary"
              disabled={isJudging}
              onClick={() => void (isUnfinished ? session.resume() : session.run())}
            >
              <Play aria-hidden size={14} className="fill-current" />
              {isUnfinished ? 'Resume' : 'Run'}
            </Button>
          )}
          {phase === 'idle' && estimate !== undefined && estimate.cached > 0 && (
            <Button disabled={isJudging} onClick={() => void session.runAgain()}>
              Run again without cache
            </Button>
          )}
          {phase === 'running' && (
            <Button onClick={() => session.pause()}>
              <Pause aria-hidden size={14} className="fill-current" />
              Pause
            </Button>
          )}
          {phase === 'paused' && (
            <Button variant="primary" onClick={() => void session.resume()}>
              <Play aria-hidden size={14} className="fill-current" />
              Resume
            </Button>
          )}
          {(phase === 'running' || phase === 'paused') && (
            <Button onClick={() => session.stop()}>
              <Square aria-hidden size={12} className="fill-current" />
              Stop run
            </Button>
          )}
        </div>
      </div>
      <p role="status" aria-label="Estimate" className="text-text-muted tabular-nums">
        {estimate ? estimateWords(estimate) : 'Counting the calls…'}
      </p>
      {(phase === 'running' || phase === 'paused') && <Progress session={session} isPaused={phase === 'paused'} />}
      {phase === 'elsewhere' && <Notice tone="info">Another tab is running this experiment.</Notice>}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {end && 'message' in end && end.message !== problem && <Notice tone="warning">{end.message}</Notice>}
      {end?.reason === 'finished' && (
        <p role="status" className="text-text-muted">
          Finished: {counted(state.progress.done, 'call')}.
        </p>
      )}
    </Section>
  )
}

function estimateWords({ calls, cached, tokens, cost, duration }: Estimate): string {
  const parts = [counted(calls, 'call'), `${formatCount(cached)} cached`]
  if (calls > 0) {
    parts.push(`about ${formatCount(Math.round(tokens))} tokens`)
    parts.push(cost === undefined ? 'price unknown' : cost === 0 ? 'free' : `about ${formatDollars(cost)}`)
    if (duration !== undefined) parts.push(`about ${formatSeconds(duration / 1_000)}`)
  }
  return parts.join(', ')
}

/** How often the figures of a run change, in milliseconds. */
const tick = 500

function Progress({ session, isPaused }: { session: ExperimentSession; isPaused: boolean }) {
  // Read from the store in intervals, as dozens of calls may end in a second.
  const [progress, setProgress] = useState<SessionState['progress'] & { now: number }>(() => read(session))
  useEffect(() => {
    const timer = setInterval(() => setProgress(read(session)), tick)
    return () => clearInterval(timer)
  }, [session])
  const { done, total, startedAt, now } = progress
  const perSecond = done / Math.max(1, (now - startedAt) / 1_000)
  const left = perSecond > 0 ? ((total - done) / perSecond) * 1_000 : undefined
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuenow={done}
        aria-valuemax={total}
        className="h-1.5 w-40 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full bg-accent" style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
      </div>
      <span className="text-text-muted tabular-nums">
        <span className="font-medium text-text">{formatCount(done)}</span> of {formatCount(total)}
        {isPaused ? ', paused' : done > 0 && `, ${perSecond.toFixed(1)}/s`}
        {!isPaused && done > 0 && left !== undefined && `, ${formatSeconds(left / 1_000)} left`}
      </span>
    </div>
  )
}

function read(session: ExperimentSession) {
  return { ...session.state.getState().progress, now: Date.now() }
}
