import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

/** Downloads text as a file. */
export function downloadText(fileName: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Some browsers start reading only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

interface CopyButtonProps {
  /** The accessible name; starts with `Copy`. */
  name: string
  /** Called only when the button is pressed. */
  text: () => string | Promise<string>
  /** The visible label, if `Copy` alone would be ambiguous. */
  label?: string
  /** For a dialog whose main action is copying. */
  isNext?: boolean
}

const words = { idle: 'Copy', copied: 'Copied', refused: 'Not copied' } as const
/** How long the result is shown, in milliseconds. */
const tellingTime = 2_000

/** Copies text to the clipboard, and briefly shows whether that worked. */
export function CopyButton({ name, text, label = words.idle, isNext = false }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof words>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), tellingTime)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      const copied = text()
      // Some browsers allow it only while the press is handled.
      await navigator.clipboard.writeText(typeof copied === 'string' ? copied : await copied)
      setState('copied')
    } catch {
      // No permission, or no clipboard because the page isn't a secure context.
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
