import { ChevronRight, History } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { persistenceState, loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { historyProblem } from '#app/data/history/history-problem.ts'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Sheet } from '#app/ui/sheet.tsx'

/** Whether a collapsible panel was left open; true by default. */
export function readPanelOpen(name: string): boolean {
  return readText(browserStorage().device, name) !== 'folded'
}

/** Remembers in this browser whether a panel is open. */
export function storePanelOpen(name: string, open: boolean): void {
  writeText(browserStorage().device, name, open ? 'open' : 'folded')
}

const HistoryAlert = lazyPart(async () => (await import('./history-alert.tsx')).HistoryAlert)

/** The storage alert, loaded when there is a problem. Blocked storage is reported in the list instead. */
export function HistoryAlertOnDemand() {
  const problem = useStore(historyProblem, (state) => state.problem)
  if (problem === null || problem === 'off') return null
  return <HistoryAlert problem={problem} />
}

const HistoryPanel = lazyPart(async () => (await import('./history-panel.tsx')).HistoryPanel)

const storageName = 'parley.history-rail'
const preloadPersister = () => void loadPersister().catch(() => undefined)

/** Saved conversations in the sidebar on wide screens. Collapsible; its state is remembered. */
export function HistoryRail() {
  const [open, setOpen] = useState(() => readPanelOpen(storageName))
  const isWide = useSyncExternalStore(watchWidth, matchesWide)
  const kept = useStore(persistenceState, (state) => state.before)
  const toggle = () => {
    setOpen(!open)
    storePanelOpen(storageName, !open)
  }
  // Not just hidden: on a small screen the sheet shows the list.
  if (!isWide) return null
  return (
    <section aria-label="History" className="flex min-h-0 flex-1 flex-col gap-1">
      <h2 className="flex">
        <button
          type="button"
          aria-expanded={open}
          onFocus={preloadPersister}
          onPointerEnter={preloadPersister}
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

/** Saved conversations in a sheet, on small screens. */
export function HistorySheet() {
  // A new key closes the sheet after a conversation was opened in it.
  const [sheetKey, setSheetKey] = useState(0)
  return (
    <div className="*:h-10 *:w-full *:justify-start *:px-2 md:hidden">
      <Sheet
        key={sheetKey}
        title="History"
        variant="quiet"
        trigger={
          <>
            <History aria-hidden size={16} />
            History
          </>
        }
      >
        <HistoryPanel idPrefix="sheet" onOpened={() => setSheetKey(sheetKey + 1)} />
      </Sheet>
    </div>
  )
}

/** The `md` breakpoint of the design tokens. */
const wideQuery = '(min-width: 48rem)'

function matchesWide(): boolean {
  return matchMedia(wideQuery).matches
}

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
