import { KeyRound, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { thisServerName } from '#app/data/connections/connection-target.ts'
import { connection } from '#app/data/connections/connection.ts'
import { connections } from '#app/data/connections/connections.ts'
import type { OtherConnection } from '#app/data/connections/stored-connections.ts'

/** Values of the URL's `connection` parameter that aren't connection ids. */
export const thisServer = 'this-server'
export const newConnection = 'new'

interface ConnectionListProps {
  others: readonly OtherConnection[]
  selected: string
  onSelect: (selected: string) => void
}

/** All connections with their address and key state; one is selected. */
export function ConnectionList({ others, selected, onSelect }: ConnectionListProps) {
  const { key, refused } = useStore(connection)
  const keyPlaces = useStore(connections, (state) => state.keyPlaces)
  const item = (id: string, name: ReactNode, address: string, keyWords: string) => (
    <li key={id}>
      <button
        type="button"
        aria-current={id === selected}
        // The key state is the description: in the name, "saved" would sound like the Save button.
        aria-labelledby={`connection-${id}-name`}
        aria-describedby={keyWords === '' ? undefined : `connection-${id}-key`}
        onClick={() => onSelect(id)}
        className="grid w-full gap-0.5 rounded-md border border-transparent px-2.5 py-1.5 text-start hover:bg-tint aria-[current=true]:border-line aria-[current=true]:bg-surface-raised"
      >
        <span id={`connection-${id}-name`} className="grid min-w-0 gap-0.5">
          <span className="truncate font-medium">{name}</span>{' '}
          {address !== '' && <span className="truncate font-mono text-xs text-text-muted">{address}</span>}
        </span>
        {keyWords !== '' && (
          <span id={`connection-${id}-key`} className="flex items-center gap-1.5 text-xs text-text-muted">
            <KeyRound aria-hidden size={12} />
            {keyWords}
          </span>
        )}
      </button>
    </li>
  )
  return (
    <ul aria-label="Connections" className="grid gap-1">
      {item(
        thisServer,
        thisServerName,
        location.host,
        key === null ? 'No key' : refused ? 'Key rejected' : 'Key saved',
      )}
      {others.map(({ id, name, baseUrl }) =>
        item(id, name, baseUrl.replace(/^https?:\/\//u, ''), keyPlaces[id] === undefined ? 'No key' : 'Key saved'),
      )}
      {item(
        newConnection,
        <span className="flex items-center gap-1.5 text-accent">
          <Plus aria-hidden size={14} />
          Add connection
        </span>,
        '',
        '',
      )}
    </ul>
  )
}
