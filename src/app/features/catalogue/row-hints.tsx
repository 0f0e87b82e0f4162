import { useEffect, useId, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { HintBubble } from '#app/models/hint-bubble.tsx'

interface RowHintsProps {
  table: RefObject<HTMLElement | null>
  /** What a figure of a row says, by the row's place and the figure's `data-hint`; reckoned only when asked for. */
  textOf: (place: number, hint: string) => ReactNode
}

/**
 * One bubble for every figure of a table: hundreds that each listened and kept a state of their own would be made anew
 * with every letter that is typed. Shown on hover, focus and touch; Escape closes it.
 */
export function RowHints({ table, textOf }: RowHintsProps) {
  const id = useId()
  const [spot, setSpot] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const root = table.current
    const show = ({ target }: Event) => {
      const next = spotOf(target)
      if (next) setSpot(next)
    }
    const hide = ({ target }: Event) => setSpot((shown) => (shown === spotOf(target) ? null : shown))
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setSpot(null)
    for (const name of ['pointerover', 'focusin', 'click']) root?.addEventListener(name, show)
    for (const name of ['pointerout', 'focusout']) root?.addEventListener(name, hide)
    root?.addEventListener('keydown', onKey)
    return () => {
      for (const name of ['pointerover', 'focusin', 'click']) root?.removeEventListener(name, show)
      for (const name of ['pointerout', 'focusout']) root?.removeEventListener(name, hide)
      root?.removeEventListener('keydown', onKey)
    }
  }, [table])
  useLayoutEffect(() => {
    spot?.setAttribute('aria-describedby', id)
    return () => spot?.removeAttribute('aria-describedby')
  }, [spot, id])
  // A row that is scrolled out of the page takes its figures with it, and nothing tells of that but looking.
  // oxlint-disable-next-line react/exhaustive-deps -- after every change of the table
  useLayoutEffect(() => {
    if (spot && !spot.isConnected) setSpot(null)
  })

  const place = Number(spot?.closest<HTMLElement>('[data-place]')?.dataset['place'])
  const text = textOf(place, spot?.dataset['hint'] ?? '')
  return spot && text !== null ? (
    <HintBubble id={id} beside={spot}>
      {text}
    </HintBubble>
  ) : null
}

function spotOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
}
