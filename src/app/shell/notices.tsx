import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useStore } from 'zustand'
import { appUpdate, applyUpdate } from '#app/data/calls/worker-scripts.ts'
import { connection, keyIn, rememberKey } from '#app/data/connections/connection.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Shown above every page while the key is missing or refused; says where to get one. */
export function KeyNotice() {
  const missing = useStore(connection, (state) => state.key === null)
  const refused = useStore(connection, (state) => state.refused)
  const inSettings = useRouterState({ select: ({ location }) => location.pathname === '/settings' })
  // The settings page says this next to its own field.
  if (inSettings || (!missing && !refused)) return null
  return (
    <div className="border-b border-line px-4 py-3 md:px-5">
      <Notice tone="warning" actions={<KeyForm />}>
        {missing ? (
          'No API key yet. Enter one here'
        ) : (
          <>
            <bdi>{location.host}</bdi> rejected this key. Enter another one here or in Settings
          </>
        )}
        . Find it in the link that Parley printed at startup, or ask the person who runs this server. Your draft is
        kept.
      </Notice>
    </div>
  )
}

function KeyForm() {
  const [typed, setTyped] = useState('')
  return (
    <form
      className="flex min-w-0 items-center gap-2 max-md:w-full"
      onSubmit={(event) => {
        event.preventDefault()
        rememberKey(keyIn(typed))
      }}
    >
      <input
        type="password"
        id="api-key"
        aria-label="API key"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Key or link"
        className={`${fieldClass} h-8 min-w-0 flex-1 md:w-52`}
      />
      <Button type="submit" variant="primary" disabled={typed.trim() === ''}>
        Save
      </Button>
    </form>
  )
}

/** Offers a newer version of a static copy. Nothing changes until the user reloads. */
export function UpdateNotice() {
  const isReady = useStore(appUpdate, (state) => state.isReady)
  if (!isReady) return null
  return (
    <div className="border-b border-line px-4 py-3 md:px-5">
      <Notice
        tone="info"
        actions={
          <Button size="small" onClick={applyUpdate}>
            Reload
          </Button>
        }
      >
        A new version is available. Your conversations are kept.
      </Notice>
    </div>
  )
}

/** Says where the replies of a static copy come from. */
export function StaticCopyNote() {
  return (
    <p className="px-2 text-xs text-text-muted max-md:hidden">
      Replies come from small demo models in this page. To use real models, add a connection in Settings.
    </p>
  )
}
