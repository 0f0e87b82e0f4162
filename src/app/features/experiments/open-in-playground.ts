import { panesOf } from '#app/chat/persistence/share-workspace.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { setupFromText } from '#app/data/share/setup-from-text.ts'
import type { RepeatView } from './cell-board.ts'

/** Opens a cell as a new conversation: its model and parameters, the filled-in prompt, and the reply. False if it can't. */
export function openInPlayground({ cell, result }: RepeatView): boolean {
  const reply = result?.state === 'done' ? [{ role: 'assistant', content: result.reply.text }] : []
  const body = { ...cell.body, messages: [...cell.body.messages, ...reply] }
  const setup = setupFromText(JSON.stringify(body), location.origin)
  if (typeof setup === 'string') return false
  const panes = panesOf(setup, () => cell.variant.connection).map((pane) => ({
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
  workspace.getState().open({ panes })
  return true
}
