import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { type CommandContext, appCommands } from './app-commands.ts'
import { sharedSetups } from './setup-links.ts'
import { closeOverlay, overlays } from '#app/ui/overlays.ts'
import { OverlayBoundary } from './page-error.tsx'

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }))
const ShareDialog = lazy(async () => ({ default: (await import('#app/features/share/share-dialog.tsx')).ShareDialog }))
const CodeDialog = lazy(async () => ({ default: (await import('#app/features/share/code-dialog.tsx')).CodeDialog }))

const ConnectDialog = lazy(async () => ({
  default: (await import('#app/features/settings/connect-dialog.tsx')).ConnectDialog,
}))

const OpenedSetupNotice = lazy(async () => ({
  default: (await import('#app/features/share/opened-setup-notice.tsx')).OpenedSetupNotice,
}))

/** Says what became of a shared setup, once one was opened in this tab. */
export function SharedNotice() {
  const received = useStore(sharedSetups, (state) => state.received)
  return (
    <OverlayBoundary subject={`shared ${received}`} onClose={() => sharedSetups.setState({ received: false })}>
      <Suspense>{received && <OpenedSetupNotice />}</Suspense>
    </OverlayBoundary>
  )
}

/** Shows what lies over the page, if anything does; each part is loaded when it is first asked for. */
export function OverlayHost({ context }: { context: CommandContext }) {
  const { open, outcome } = useStore(overlays)
  return (
    <OverlayBoundary subject={open ?? ''} onClose={() => closeOverlay()}>
      {/* There before it has words, or a screen reader would miss them. */}
      {(open === 'connect' || outcome !== '') && (
        <p role="status" className="sr-only">
          {outcome}
        </p>
      )}
      <Suspense>
        {open === 'commands' && <CommandPalette context={context} onClose={() => closeOverlay()} />}
        {open === 'shortcuts' && <ShortcutSheet commands={appCommands(context)} onClose={() => closeOverlay()} />}
        {open === 'share' && <ShareDialog onClose={() => closeOverlay()} />}
        {open === 'connect' && <ConnectDialog onClose={closeOverlay} />}
        {open === 'code' && <CodeDialog onClose={() => closeOverlay()} />}
      </Suspense>
    </OverlayBoundary>
  )
}
