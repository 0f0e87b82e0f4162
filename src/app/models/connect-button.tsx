import { Plug } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#app/ui/button.tsx'
import { openOverlay } from '#app/ui/overlays.ts'

interface ConnectButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  /** On a phone it shows only its icon. */
  isInHeader?: boolean
}

/** Opens the dialog that connects local servers and providers. */
export function ConnectButton({ isInHeader = false, ...props }: ConnectButtonProps) {
  return (
    <Button
      className={isInHeader ? 'max-md:size-10 max-md:border-transparent max-md:bg-transparent max-md:px-0!' : undefined}
      {...props}
      onClick={() => openOverlay('connect')}
    >
      {isInHeader && <Plug aria-hidden size={16} className="md:hidden" />}
      <span className={isInHeader ? 'max-md:sr-only' : undefined}>Connect</span>
    </Button>
  )
}
