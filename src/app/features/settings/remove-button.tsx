import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'

/** Removes a connection at the second press: its key can't be brought back. */
export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <Button
      variant="quiet"
      className="ml-auto"
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (asked) onRemove()
        else setAsked(true)
      }}
    >
      {asked ? `Remove ${name} and its key` : 'Remove'}
    </Button>
  )
}
