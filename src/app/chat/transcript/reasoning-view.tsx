import { ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { isThinking, reasoningTime } from '#app/chat/metrics/reply-clock.ts'
import { tokensOf } from '#app/chat/metrics/reply-figures.ts'
import type { Reply } from '#app/data/message.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'
import { formatCount } from '#app/ui/format.ts'

/** The model's reasoning: open until the answer begins, unless the user opens or closes it. */
export function ReasoningView({ reply }: { reply: Reply }) {
  const time = reasoningTime(reply)
  return (
    <Reasoning
      text={reply.reasoning}
      thinking={isThinking(reply)}
      seconds={time === null ? null : `${time < 10 ? time.toFixed(1) : Math.round(time)} s`}
      tokens={tokensOf(reply).reasoning?.value ?? null}
    />
  )
}

interface ReasoningProps {
  text: string
  /** Whether more may arrive. */
  thinking: boolean
  seconds: string | null
  /** Null if the provider doesn't report them. */
  tokens: number | null
}

/** Memoized because none of it changes while the answer streams. */
const Reasoning = memo(function Reasoning({ text, thinking, seconds, tokens }: ReasoningProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const duration = seconds === null ? 'Reasoning' : `Thought for ${seconds}`
  return (
    <details open={chosen ?? thinking} className="group/reasoning text-text-muted">
      <summary
        onClick={(event) => {
          // Otherwise the browser and React would both change it.
          event.preventDefault()
          setChosen(!event.currentTarget.parentElement?.hasAttribute('open'))
        }}
        className="-ml-0.5 flex h-6 w-fit items-center gap-1 rounded-sm pr-1.5 text-xs tabular-nums hover:text-text pointer-coarse:-my-2 pointer-coarse:h-10"
      >
        <ChevronRight aria-hidden size={14} className="transition-transform group-open/reasoning:rotate-90" />
        {thinking ? (
          <>
            Thinking… {/* Hidden from screen readers because it changes with every delta. */}
            {seconds !== null && <span aria-hidden>{seconds}</span>}
          </>
        ) : (
          `${duration}${tokens === null ? '' : ` · ${formatCount(tokens)} tokens`}`
        )}
      </summary>
      <div className="mt-1 grid gap-2 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
        {text.split(/\n{2,}/u).map((paragraph, index) => (
          // The index is stable: the text only grows at the end.
          <Paragraph key={index} text={paragraph} />
        ))}
      </div>
    </details>
  )
})

/** Memoized so that only the last paragraph renders while text arrives. */
const Paragraph = memo(function Paragraph({ text }: { text: string }) {
  return <p>{clipCombiningMarks(text)}</p>
})
