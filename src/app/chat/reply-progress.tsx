/** Says that more is to come; no word of it is announced, as that happens once for the whole conversation. */
export function ReplyProgress({ waiting }: { waiting: boolean }) {
  return (
    <p className="flex items-center gap-2 text-text-muted">
      <span aria-hidden className={`size-2 rounded-full bg-accent ${waiting ? 'animate-pulse-soft' : ''}`} />
      {waiting ? 'Waiting for the first word…' : 'Writing…'}
    </p>
  )
}
