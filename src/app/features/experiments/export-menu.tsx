import { Download } from 'lucide-react'
import { Menu } from '#app/ui/menu.tsx'
import type { ExperimentSession } from './experiment-session.ts'

/** Downloads the experiment. */
export function ExportMenu({ session }: { session: ExperimentSession }) {
  const { definition } = session.state.getState()
  const name = definition.name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'experiment'
  return (
    <Menu
      label="Export"
      groups={() => [
        {
          items: [
            {
              label: 'Definition',
              onSelect: () =>
                download(`${name}.json`, JSON.stringify(session.state.getState().definition, null, 2), 'application/json'),
            },
          ],
        },
      ]}
    >
      <Download aria-hidden size={14} />
      Export
    </Menu>
  )
}

function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
