import type { ComponentProps } from 'react'
import { Button } from '#app/ui/button.tsx'
import { openOverlay } from '#app/ui/overlays.ts'

/** Opens the dialog that connects local servers and providers. */
export function ConnectButton(props: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  return (
    <Button {...props} onClick={() => openOverlay('connect')}>
      Connect
    </Button>
  )
}
