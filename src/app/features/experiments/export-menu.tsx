import { Download } from 'lucide-react'
import { downloadText } from '#app/ui/copy-button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { ExperimentSession } from './experiment-session.ts'

/** Downloads the experiment. */
export function ExportMenu({ session }: { session: ExperimentSession }) {
  const { definition } = session.state.getState()
  const name =
    definition.name
      .trim()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60) || 'experiment'
  return (
    <Menu
      label="Export"
      groups={() => [
        {
          items: [
            {
              label: 'Definition',
              onSelect: () =>
                downloadText(
                  `${name}.json`,
                  'application/json',
                  JSON.stringify(session.state.getState().definition, null, 2),
                ),
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
