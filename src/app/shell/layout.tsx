import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { HistoryRail } from '#app/features/playground/history/history-rail.tsx'
import { startedConversation } from './conversation-address.ts'
import { KeyNotice, UpdateNotice, StaticCopyNote } from './notices.tsx'
import { SharedNotice } from './overlay-host.tsx'
import { type Overlay, openOverlay } from './overlays.ts'
import { shortcutKeys } from './shortcuts.ts'
import { ThemePicker } from './theme.tsx'

/** The two voices of a parley. */
function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 18 18" width="18" height="18" fill="none" strokeWidth="1.8" strokeLinecap="round">
      <path className="stroke-text" d="M2 5.5h8.5M2 9h5.5" />
      <path className="stroke-accent" d="M16 9h-5M16 12.5H8" />
    </svg>
  )
}

const hints: readonly { name: string; shortcut: string; opens: Overlay }[] = [
  { name: 'Commands', shortcut: 'mod+k', opens: 'commands' },
  { name: 'Keys', shortcut: '?', opens: 'shortcuts' },
]

/** The two combinations of keys that lead to all the others, where there is a keyboard and room. */
function KeyHints() {
  return (
    <p className="flex gap-1 text-xs max-md:hidden pointer-coarse:hidden">
      {hints.map(({ name, shortcut, opens }) => (
        <button
          key={name}
          type="button"
          onClick={() => openOverlay(opens)}
          className="h-6 rounded-md px-2 text-text-muted hover:text-text"
        >
          {name} <kbd className="font-sans">{shortcutKeys(shortcut).join(' ')}</kbd>
        </button>
      ))}
    </p>
  )
}

const linkClass =
  'flex h-8 items-center rounded-md border border-transparent px-2 max-md:px-1.5 max-[22.5rem]:px-0.5 max-[22.5rem]:text-xs font-medium text-text-muted transition-colors hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-surface-raised aria-[current=page]:text-text'

/** What stands around every page: the way to the others, the theme, and what is wrong with the key if anything is. */
export function Layout() {
  const inPlayground = useRouterState({ select: ({ location: { pathname } }) => /^\/(?:c\/.*)?$/u.test(pathname) })
  // The router's own changes are drawn in one go, however long that takes; a transition is drawn in turns with all else.
  const [isPageDue, setPageDue] = useState(false)
  useEffect(() => startTransition(() => setPageDue(true)), [])
  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#content"
        onClick={(event) => {
          // The fragment is the router's and the key's; focus moves without it.
          event.preventDefault()
          document.querySelector<HTMLElement>('#content')?.focus()
        }}
        className="fixed top-2 left-2 z-20 -translate-y-16 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="flex shrink-0 items-center gap-1 border-line bg-surface-sunken max-md:h-12 max-md:border-b max-md:px-2 max-[22.5rem]:px-1 md:w-56 md:flex-col md:items-stretch md:gap-4 md:border-r md:px-2.5 md:py-3.5">
        <p className="flex items-center gap-2 px-2 max-md:px-1.5 max-[22.5rem]:px-1 text-md font-semibold tracking-tight">
          <Mark />
          <span className="max-md:sr-only">Parley</span>
        </p>
        <nav aria-label="Main" className="flex min-w-0 gap-0.5 overflow-x-auto md:flex-col">
          <PlaygroundLink />
          <Link to="/models" className={linkClass} activeOptions={{ includeSearch: false }}>
            Models
          </Link>
          <Link to="/compare" className={linkClass} activeOptions={{ includeSearch: false }}>
            Compare
          </Link>
          <Link to="/settings" className={linkClass} activeOptions={{ includeSearch: false }}>
            Settings
          </Link>
        </nav>
        {inPlayground && <HistoryRail />}
        <div className="ml-auto grid gap-3 md:mt-auto md:ml-0">
          {isStaticCopy && <StaticCopyNote />}
          <KeyHints />
          <ThemePicker />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        {isStaticCopy ? <UpdateNotice /> : <KeyNotice />}
        <SharedNotice />
        {isPageDue && <Outlet />}
      </main>
    </div>
  )
}

/** Leads back to the conversation that is open, whose replies go on meanwhile. */
function PlaygroundLink() {
  const id = useStore(startedConversation, (state) => state.id)
  const active = { className: linkClass, activeOptions: { includeSearch: false, exact: true } }
  return id === null ? (
    <Link to="/" {...active}>
      Playground
    </Link>
  ) : (
    <Link to="/c/$id" params={{ id }} {...active}>
      Playground
    </Link>
  )
}
