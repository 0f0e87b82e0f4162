import { Link, Outlet } from '@tanstack/react-router'
import {
  ChartNoAxesColumn,
  Columns2,
  FlaskConical,
  MessageSquare,
  PanelLeftClose,
  PanelLeftOpen,
  Settings2,
  Table2,
} from 'lucide-react'
import { startTransition, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import {
  HistoryRail,
  HistorySheet,
  readPanelOpen,
  storePanelOpen,
} from '#app/features/playground/history/history-rail.tsx'
import { NewButton } from '#app/features/playground/history/new-button.tsx'
import { MainMenu, MainMenuButton } from '#app/ui/main-menu.tsx'
import { startedConversation } from './conversation-address.ts'
import { KeyNotice, UpdateNotice, StaticCopyNote } from './notices.tsx'
import { SharedNotice } from './overlay-host.tsx'
import { Button } from '#app/ui/button.tsx'
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

const activeOptions = { includeSearch: false }

const linkClass =
  'flex h-8 items-center gap-2 rounded-md border border-transparent px-2 max-md:h-10 font-medium text-text-muted transition-colors hover:text-text aria-[current=page]:border-line aria-[current=page]:bg-surface-raised aria-[current=page]:text-text'

/** Text beside an icon, hidden while the sidebar is folded. */
const labelClass = 'md:group-data-folded/side:sr-only'

const links = [
  { to: '/models', name: 'Models', Icon: Table2 },
  { to: '/compare', name: 'Compare', Icon: Columns2 },
  { to: '/experiments', name: 'Experiments', Icon: FlaskConical },
  { to: '/usage', name: 'Usage', Icon: ChartNoAxesColumn },
  { to: '/settings', name: 'Settings', Icon: Settings2 },
] as const

const storageName = 'parley.sidebar'

/** The sidebar. On a phone it is a bar with a menu, unless the page has a header with `data-page-header` instead. */
function Sidebar() {
  const [open, setOpen] = useState(() => readPanelOpen(storageName))
  const toggle = () => {
    setOpen(!open)
    storePanelOpen(storageName, !open)
  }
  const ToggleIcon = open ? PanelLeftClose : PanelLeftOpen
  const toggleLabel = open ? 'Hide sidebar' : 'Show sidebar'
  return (
    <header
      data-folded={open ? undefined : ''}
      className="group/side shrink-0 border-line bg-surface-sunken md:flex md:w-56 md:flex-col md:gap-4 md:border-r md:px-2.5 md:py-3.5 md:data-folded:w-13.5 print:hidden"
    >
      <div className="max-md:flex max-md:h-12 max-md:items-center max-md:border-b max-md:border-line max-md:px-1 max-md:group-has-data-page-header/app:hidden md:contents">
        <MainMenuButton />
        <p className="flex items-center gap-2 px-2 text-md font-semibold tracking-tight max-md:mr-auto">
          <Logo />
          <span className={labelClass}>Parley</span>
        </p>
        <NewButton shortcut={shortcutKeys('mod+shift+o').join(' ')} />
      </div>
      <MainMenu>
        <nav aria-label="Main" className="flex flex-col gap-0.5">
          <PlaygroundLink />
          {links.map(({ to, name, Icon }) => (
            <Link key={to} to={to} className={linkClass} title={open ? undefined : name} activeOptions={activeOptions}>
              <Icon aria-hidden size={16} className="shrink-0" />
              <span className={labelClass}>{name}</span>
            </Link>
          ))}
        </nav>
        {open && <HistoryRail />}
        <HistorySheet />
        <div className="grid gap-3 max-md:border-t max-md:border-line max-md:pt-2 md:mt-auto">
          {isStaticCopy && open && <StaticCopyNote />}
          {open && <KeyHints />}
          <div className="flex items-center justify-between group-data-folded/side:flex-col">
            <ThemePicker />
            <Button
              variant="quiet"
              className="w-8 px-0! max-md:hidden"
              aria-label={toggleLabel}
              title={toggleLabel}
              onClick={toggle}
            >
              <ToggleIcon aria-hidden size={16} />
            </Button>
          </div>
        </div>
      </MainMenu>
    </header>
  )
}

/** The frame of every page: navigation, theme and notices. */
export function Layout() {
  // The router renders synchronously. A transition lets the first render of a page yield to other work.
  const [showsPage, setShowsPage] = useState(false)
  useEffect(() => startTransition(() => setShowsPage(true)), [])
  return (
    <div className="group/app flex h-full flex-col md:flex-row print:block">
      <a
        href="#content"
        onClick={(event) => {
          // The fragment is used by the router and for keys, so focus moves without it.
          event.preventDefault()
          document.querySelector<HTMLElement>('#content')?.focus()
        }}
        className="fixed top-2 left-2 z-20 -translate-y-16 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <Sidebar />
      <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none print:block">
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
  const active = { className: linkClass, activeOptions: { ...activeOptions, exact: true } }
  const content = (
    <>
      <MessageSquare aria-hidden size={16} className="shrink-0" />
      <span className={labelClass}>Playground</span>
    </>
  )
  return id === null ? (
    <Link to="/" {...active}>
      {content}
    </Link>
  ) : (
    <Link to="/c/$id" params={{ id }} {...active}>
      {content}
    </Link>
  )
}
