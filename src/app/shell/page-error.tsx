import { CatchBoundary } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { reloadIfReachable } from '#app/data/calls/page-host.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Stands where a page or a part of it should: after an update of Parley, or where its script can't be had. */
export function PageError({ error, onClose }: { error: unknown; onClose?: () => void }) {
  const [tries, setTries] = useState(0)
  const reload = async () => {
    if (!(await reloadIfReachable())) setTries((before) => before + 1)
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
          This part of Parley could not be shown: the connection was lost, or Parley was updated since you opened it.
          Reload the page; what you wrote is kept in this browser.
        </p>
        {tries > 0 && (
          <p key={tries} className="mt-1">
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
  /** What is shown; another one is tried anew. */
  subject: string
  /** Takes it away, failed or not. */
  onClose: () => void
  children: ReactNode
}

/** Keeps what fails to load over the page from taking the page with it. */
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
