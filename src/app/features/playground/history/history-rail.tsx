import { ChevronRight, History } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { persistenceState, loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { historyProblem } from '#app/data/history/history-problem.ts'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Sheet } from '#app/ui/sheet.tsx'

/** Whether a part of the page that folds was left open; it is where nothing is known. */
export function readPanelOpen(name: string): boolean {
  return readText(browserStorage().device, name) !== 'folded'
}

/** Remembers, in this browser, how a part of the page that folds was left. */
export function storePanelOpen(name: string, open: boolean): void {
  writeText(browserStorage().device, name, open ? 'open' : 'folded')
}

const HistoryAlert = lazyPart(async () => (await import('./history-alert.tsx')).HistoryAlert)

/** The alert about storage, fetched once there is something wrong with it. Storage that is off is told in the list. */
export function HistoryAlertOnDemand() {
  const problem = useStore(historyProblem, (state) => state.problem)
  if (problem === null || problem === 'off') return null
  return <HistoryAlert problem={problem} />
}

const HistoryPanel = lazyPart(async () => (await import('./history-panel.tsx')).HistoryPanel)

const storageName = 'parley.history-rail'
const wake = () => void loadPersister().catch(() => undefined)

/** Past conversations beside the page, where there is room for them. It folds, and stays as it was left. */
export function HistoryRail() {
  const [open, setOpen] = useState(() => readPanelOpen(storageName))
  const wide = useSyncExternalStore(watchWidth, isWide)
  const kept = useStore(persistenceState, (state) => state.before)
  const toggle = () => {
    setOpen(!open)
    storePanelOpen(storageName, !open)
  }
  // Not merely hidden: the list on a small screen is that of the sheet.
  if (!wide) return null
  return (
    <section aria-label="History" className="flex min-h-0 flex-1 flex-col gap-1">
      <h2 className="flex">
        <button
          type="button"
          aria-expanded={open}
          onFocus={wake}
          onPointerEnter={wake}
          onClick={toggle}
          className="flex h-7 flex-1 items-center gap-1 rounded-md px-2 text-xs font-medium text-text-muted hover:text-text"
        >
          <ChevronRight aria-hidden size={14} className={`transition-transform ${open ? 'rotate-90' : ''}`} />
          History
        </button>
      </h2>
      {open && kept === 'some' && <HistoryPanel idPrefix="rail" />}
      {open && kept === 'none' && (
        <p className="px-2 text-xs text-text-muted">Conversations appear here. They are stored only in this browser.</p>
      )}
    </section>
  )
}

/** Past conversations on a small screen. */
export function HistorySheet() {
  // A sheet that begins anew is closed: where it stood open, another conversation was just chosen in it.
  const [round, setRound] = useState(0)
  return (
    <div className="md:hidden">
      <Sheet
        key={round}
        title="History"
        variant="quiet"
        trigger={
          <>
            <History aria-hidden size={16} />
            <span className="sr-only">History</span>
          </>
        }
      >
        <HistoryPanel idPrefix="sheet" onOpened={() => setRound(round + 1)} />
      </Sheet>
    </div>
  )
}

/** The `md` of the design tokens. */
const wideEnough = '(min-width: 48rem)'

function isWide(): boolean {
  return matchMedia(wideEnough).matches
}

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(wideEnough)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
