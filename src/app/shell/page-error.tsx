import { CatchBoundary } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { reloadIfReachable } from '#app/data/calls/page-host.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Replaces a page or part of it whose script failed to load, for example after an update of Parley. */
export function PageError({ error, onClose }: { error: unknown; onClose?: () => void }) {
  const [attempts, setAttempts] = useState(0)
  const reload = async () => {
    if (!(await reloadIfReachable())) setAttempts((before) => before + 1)
  }
  return (
    <div className="grid gap-3 p-4 md:p-5">
      <Notice
        tone="danger"
        actions={
          <>
            <Button size="small" onClick={() => void reload()}>
              Reload the page
            </Button>
            {onClose && (
              <Button size="small" variant="quiet" onClick={onClose}>
                Dismiss
              </Button>
            )}
          </>
        }
      >
        <p>
          This part of Parley couldn’t be shown: the connection was lost, or Parley was updated. Reload the page; your
          drafts are kept in this browser.
        </p>
        {attempts > 0 && (
          <p key={attempts} className="mt-1">
            Parley’s service cannot be reached. Check that it is still running, then try again.
          </p>
        )}
        <p className="mt-1 font-mono text-xs text-text-muted">
          {error instanceof Error ? error.message : String(error)}
        </p>
      </Notice>
    </div>
  )
}

interface OverPageProps {
  /** Identifies the content. A new value resets the error. */
  subject: string
  /** Closes the overlay. */
  onClose: () => void
  children: ReactNode
}

/** Keeps an overlay that fails to load from taking the page with it. */
export function OverlayBoundary({ subject, onClose, children }: OverPageProps) {
  const errorComponent = ({ error }: { error: unknown }) => (
    <div className="fixed inset-x-0 bottom-0 z-20 mx-auto max-w-xl rounded-lg bg-surface-raised shadow-float">
      <PageError error={error} onClose={onClose} />
    </div>
  )
  return (
    <CatchBoundary getResetKey={() => subject} errorComponent={errorComponent}>
      {children}
    </CatchBoundary>
  )
}
