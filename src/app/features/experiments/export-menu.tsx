import { Download } from 'lucide-react'
import { portableDefinition } from '#app/data/experiments/shared-experiment.ts'
import { Menu } from '#app/ui/menu.tsx'
import { writeCsv, writeJson, writeMarkdown } from '#experiments/export/results-table.ts'
import { writePromptfoo } from '#experiments/export/write-promptfoo.ts'
import type { ExperimentSession } from './experiment-session.ts'
import { downloadProblem, downloadReport } from './report/download-report.ts'
import { judgedOf } from './results/cell-board.ts'
import { saveFile } from './save-file.ts'

/** Downloads the experiment or its results. */
export function ExportMenu({ session }: { session: ExperimentSession }) {
  const save = (ending: string, type: string, write: () => string) =>
    saveFile(session.state.getState().definition.name, ending, type, write())
  return (
    <Menu
      label="Export"
      groups={() => {
        const definition = portableDefinition(session.state.getState().definition)
        const judged = judgedOf(session.board)
        const isEmpty = judged.length === 0
        return [
          {
            items: [
              {
                label: 'CSV',
                disabled: isEmpty,
                onSelect: () => save('csv', 'text/csv', () => writeCsv(definition, judged)),
              },
              {
                label: 'JSON',
                disabled: isEmpty,
                onSelect: () =>
                  save('results.json', 'application/json', () => writeJson(definition, judged, new Date())),
              },
              {
                label: 'Markdown',
                disabled: isEmpty,
                onSelect: () => save('md', 'text/markdown', () => writeMarkdown(definition, judged)),
              },
              {
                label: 'HTML report',
                disabled: isEmpty,
                onSelect: () =>
                  void downloadReport(session.state.getState().definition, judged).catch(() =>
                    session.state.setState({ problem: downloadProblem }),
                  ),
              },
            ],
          },
          {
            items: [
              {
                label: 'Definition',
                onSelect: () => save('json', 'application/json', () => `${JSON.stringify(definition, null, 2)}\n`),
              },
              {
                label: 'promptfoo YAML',
                // Comments at the top of the file list what promptfoo can't check.
                onSelect: () => save('promptfoo.yaml', 'text/yaml', () => withNotes(writePromptfoo(definition))),
              },
            ],
          },
        ]
      }}
    >
      <Download aria-hidden size={14} />
      Export
    </Menu>
  )
}

/** The configuration, below comments that say what isn't in it. */
function withNotes({ yaml, unmapped }: ReturnType<typeof writePromptfoo>): string {
  return [...unmapped.map((each) => `# ${each.replaceAll(/\s+/gu, ' ')}`), yaml].join('\n')
}
