import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { startTransition, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { HistoryRail } from '#app/features/playground/history/history-rail.tsx'
import { focusOn } from './app-commands.ts'
import { startedConversation } from './conversation-address.ts'
import { KeyNotice, UpdateNotice, StaticCopyNote } from './notices.tsx'
import { SharedNotice } from './overlay-host.tsx'
import { type Overlay, openOverlay } from '#app/ui/overlays.ts'
import { shortcutKeys } from './shortcuts.ts'
import { ThemePicker } from './theme.tsx'

/** The logo. */
function Logo() {
  return (
    <svg aria-hidden viewBox="0 0 18 18" width="18" height="18" fill="none" strokeWidth="1.8" strokeLinecap="round">
      <path className="stroke-text" d="M2 5.5h8.5M2 9h5.5" />
      <path className="stroke-accent" d="M16 9h-5M16 12.5H8" />
    </svg>
  )
}

const hints: readonly { name: string; shortcut: string; opens: Overlay }[] = [
  { name: 'Commands', shortcut: 'mod+k', opens: 'commands' },
  { name: 'Shortcuts', shortcut: '?', opens: 'shortcuts' },
]

/** Hints for the command palette and the shortcut list, on devices with a keyboard. */
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

/** Opens the playground with an empty conversation, from any page. */
function NewButton() {
  const router = useRouter()
  const start = () => {
    workspace.getState().startNew()
    // In the playground, the URL follows the conversation.
    if (!/^\/(?:c\/|$)/u.test(router.latestLocation.pathname)) void router.navigate({ to: '/' })
    // On a touch screen, the keyboard would cover the page.
    if (matchMedia('(pointer: fine)').matches) focusOn('Message')
  }
  return (
    <button
      type="button"
      aria-label="New conversation"
      onClick={start}
      className="rim flex h-8 shrink-0 items-center gap-2 px-2 font-medium transition-colors hover:bg-tint max-md:order-last max-md:h-10 max-md:w-10 max-md:justify-center max-md:border-transparent max-md:bg-transparent max-md:text-text-muted"
    >
      <Plus aria-hidden size={16} className="shrink-0" />
      <span className="max-md:hidden">New</span>
      <kbd className="ml-auto font-sans text-xs font-normal text-text-muted max-md:hidden pointer-coarse:hidden">
        {shortcutKeys('mod+shift+o').join(' ')}
      </kbd>
    </button>
  )
}

const linkClass =
  'flex h-8 items-center rounded-md border border-transparent px-2 max-md:px-1.5 max-[22.5rem]:px-0.5 max-[22.5rem]:text-xs font-medium text-text-muted transition-colors hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-surface-raised aria-[current=page]:text-text'

/** The frame of every page: navigation, theme and notices. */
export function Layout() {
  // The router renders synchronously. A transition lets the first render of a page yield to other work.
  const [showsPage, setShowsPage] = useState(false)
  useEffect(() => startTransition(() => setShowsPage(true)), [])
  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#content"
        onClick={(event) => {
          // The fragment is used by the router and for keys, so focus moves without it.
          event.preventDefault()
          document.querySelector<HTMLElement>('#content')?.focus()
        }}
        className="fixed top-2 left-2 z-20 -translate-y-16 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="flex shrink-0 items-center gap-1 border-line bg-surface-sunken max-md:h-12 max-md:border-b max-md:px-2 max-[22.5rem]:px-1 md:w-56 md:flex-col md:items-stretch md:gap-4 md:border-r md:px-2.5 md:py-3.5">
        <p className="flex items-center gap-2 px-2 max-md:px-1.5 max-[22.5rem]:px-1 text-md font-semibold tracking-tight">
          <Logo />
          <span className="max-md:sr-only">Parley</span>
        </p>
        <NewButton />
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
        <HistoryRail />
        <div className="ml-auto grid gap-3 md:mt-auto md:ml-0">
          {isStaticCopy && <StaticCopyNote />}
          <KeyHints />
          <ThemePicker />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
        {isStaticCopy ? <UpdateNotice /> : <KeyNotice />}
        <SharedNotice />
        {showsPage && <Outlet />}
      </main>
    </div>
  )
}

/** Links to the open conversation, whose replies continue in the background. */
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
