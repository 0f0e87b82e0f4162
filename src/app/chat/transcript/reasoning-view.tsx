import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { isThinking, reasoningTime } from '#app/chat/metrics/reply-clock.ts'
import type { Reply } from '#app/data/message.ts'
import { clipCombiningMarks } from '#app/markdown/clip-marks.ts'

/** The model's reasoning, collapsed by default. */
export function ReasoningView({ reply }: { reply: Reply }) {
  const time = reasoningTime(reply)
  const thinking = isThinking(reply)
  const seconds = time === null ? null : `${time < 10 ? time.toFixed(1) : Math.round(time)} s`
  return (
    <details className="group/reasoning text-text-muted">
      <summary className="flex w-fit items-center gap-1 rounded-sm pr-1.5 font-medium tabular-nums hover:text-text">
        <ChevronRight aria-hidden size={14} className="transition-transform group-open/reasoning:rotate-90" />
        {thinking ? (
          <>
            Thinking… {/* Hidden from screen readers because it changes with every delta. */}
            {seconds !== null && (
              <span aria-hidden className="font-normal">
                {seconds}
              </span>
            )}
          </>
        ) : seconds === null ? (
          'Reasoning'
        ) : (
          `Thought for ${seconds}`
        )}
      </summary>
      <div className="mt-2 grid max-w-[72ch] gap-2 border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
        {reply.reasoning.split(/\n{2,}/u).map((paragraph, index) => (
          // The index is stable: the text only grows at the end.
          <Paragraph key={index} text={paragraph} />
        ))}
      </div>
    </details>
  )
}

/** Memoized so that only the last paragraph renders while text arrives. */
const Paragraph = memo(function Paragraph({ text }: { text: string }) {
  return <p>{clipCombiningMarks(text)}</p>
})
