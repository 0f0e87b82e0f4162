import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

/** Hands the browser a text to save as a file. */
export function downloadText(fileName: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers begin to read only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

interface CopyButtonProps {
  /** What a screen reader calls it; begins with `Copy`. */
  name: string
  /** Asked only when pressed. */
  text: () => string
  /** What stands on it, where `Copy` alone would leave open what. */
  label?: string
  /** Where copying is the one next action. */
  isNext?: boolean
}

const words = { idle: 'Copy', copied: 'Copied', refused: 'Not copied' } as const
/** How long it says what it did, in milliseconds. */
const tellingTime = 2_000

/** Puts a text on the clipboard, and says for a moment whether that worked. */
export function CopyButton({ name, text, label = words.idle, isNext = false }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof words>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), tellingTime)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setState('copied')
    } catch {
      // No permission, or a page that is not served safely and so has no clipboard at all.
      setState('refused')
    }
  }

  const Icon = state === 'copied' ? Check : Copy
  return (
    <Button
      variant={isNext ? 'primary' : 'quiet'}
      size={isNext ? 'medium' : 'small'}
      aria-label={state === 'idle' ? name : words[state]}
      onClick={() => void copy()}
    >
      <Icon aria-hidden size={14} />
      <span aria-live="polite">{state === 'idle' ? label : words[state]}</span>
    </Button>
  )
}
