import { panesOf } from '#app/chat/persistence/share-workspace.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { setupFromText } from '#app/data/share/setup-from-text.ts'
import type { RepeatView } from './cell-board.ts'

/**
 * Opens a cell as a new conversation: its model and parameters, the filled-in prompt, and the reply if it has one. False if
 * the prompt has parts that can't be opened, such as files.
 */
export function openInPlayground({ cell, result }: RepeatView): boolean {
  const setup = setupFromText(JSON.stringify(cell.body), location.origin)
  if (typeof setup === 'string') return false
  const reply = result?.state === 'done' ? result.reply : undefined
  const asked = setup.draft === '' ? [] : [{ role: 'user' as const, text: setup.draft }]
  const said = reply && [...asked, { role: 'assistant' as const, text: reply.text, model: cell.body.model }]
  const shared = {
    ...setup,
    panes: setup.panes.map((pane) => ({ ...pane, messages: [...pane.messages, ...(said ?? [])] })),
  }
  const panes = panesOf(shared, () => null).map((pane) => ({
    ...pane,
    connectionId: cell.variant.connection,
    ...(pane.tools && {
      tools: {
        ...pane.tools,
        list: pane.tools.list.map((tool) => {
          const mock = cell.mocks[tool.name]
          return mock === undefined ? tool : { ...tool, kind: 'mock' as const, mockResult: mock }
        }),
      },
    }),
  }))
  workspace.getState().open({ panes, draft: reply ? '' : setup.draft })
  return true
}
