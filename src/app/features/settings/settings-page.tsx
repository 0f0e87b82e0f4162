import { useState } from 'react'
import { useStore } from 'zustand'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { connections } from '#app/data/connections/connections.ts'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { OtherConnectionForm } from './connection-form.tsx'
import { ConnectionList, newConnection, thisServer } from './connection-list.tsx'
import { type SaveOutcome, SavedNotice } from './key-field.tsx'
import { ThisServerForm } from './this-server-form.tsx'

const McpServersSection = lazyPart(async () => (await import('./mcp-servers-section.tsx')).McpServersSection)
const KeysSection = lazyPart(async () => (await import('./keys/keys-section.tsx')).KeysSection)

interface SettingsPageProps {
  /** The selected connection: its id, `this-server` or `new`. Undefined selects a default. */
  selected: string | undefined
  onSelect: (selected: string) => void
}

/** The settings page: the services this page talks to, and their keys. */
export function SettingsPage({ selected: requested, onSelect }: SettingsPageProps) {
  const all = useStore(connections, (state) => state.others)
  // Models in files are opened and removed under Connect.
  const others = all.filter(({ baseUrl }) => baseUrl !== browserBaseUrl)
  const isKnown = requested === newConnection || requested === thisServer || others.some(({ id }) => id === requested)
  const selected = requested !== undefined && isKnown ? requested : (others[0]?.id ?? newConnection)
  const [outcome, setOutcome] = useState<SaveOutcome | null>(null)
  const select = (next: string) => {
    setOutcome(null)
    onSelect(next)
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <header className="flex h-12 items-center border-b border-line px-4">
        <h1 className="font-semibold">Settings</h1>
      </header>
      <section aria-labelledby="connections" className="grid max-w-5xl gap-5 p-4 md:p-6">
        <div className="grid gap-1.5">
          <h2 id="connections" className="text-lg font-semibold">
            Connections
          </h2>
          <p className="max-w-[72ch] text-md text-text-muted">
            Use models from this server and from any other service with a chat completions API, which this browser calls
            directly. All of them appear in the playground.
          </p>
        </div>
        <div className="grid items-start gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
          <ConnectionList others={others} selected={selected} onSelect={select} />
          <div className="grid gap-5 md:border-l md:border-line md:pl-6">
            {outcome && <SavedNotice outcome={outcome} />}
            {selected === thisServer ? (
              <ThisServerForm onSaved={setOutcome} />
            ) : (
              <OtherConnectionForm
                key={selected}
                connection={others.find(({ id }) => id === selected)}
                onSaved={(saved, id) => {
                  onSelect(id)
                  setOutcome(saved)
                }}
                onRemoved={(name) => {
                  onSelect(newConnection)
                  setOutcome({ message: `Removed ${name} and its key.`, isUsable: false })
                }}
              />
            )}
          </div>
        </div>
      </section>
      <McpServersSection />
      {/* The page of a static copy is its own service, which takes any key. */}
      {!isStaticCopy && <KeysSection />}
    </div>
  )
}
