import { beforeEach, expect, it, vi } from 'vitest'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { historyProblem } from '#app/data/history/history-problem.ts'
import { downloadText } from '#app/ui/copy-button.tsx'
import { exportConversation, importFile } from './history-files.ts'

vi.mock('#app/ui/copy-button.tsx', () => ({ downloadText: vi.fn<(...file: string[]) => void>() }))
vi.mock('#app/data/history/open-history.ts', () => ({ historyDb: {} }))
vi.mock('#app/data/history/conversation-rows.ts', () => ({
  readConversation: () => Promise.reject(new DOMException('Broken', 'UnknownError')),
}))

beforeEach(() => {
  vi.mocked(downloadText).mockClear()
  historyProblem.setState({ problem: null })
  workspace.getState().open({ conversationId: 'open', panes: [{}] })
  workspace.getState().panes[0]?.store.getState().insertAfter(null, 'user', 'About boats')
})

it('saves the open conversation even if storage can’t be read', async () => {
  await exportConversation('open', 'markdown')
  expect(vi.mocked(downloadText).mock.lastCall).toEqual([
    'about-boats.md',
    'text/markdown',
    expect.stringContaining('### You\n\nAbout boats'),
  ])
})

it('reports when another conversation can’t be read', async () => {
  await exportConversation('another', 'json')
  expect(downloadText).not.toHaveBeenCalled()
  expect(historyProblem.getState().problem).toBe('failed')
})

it('reports a file that is gone before it can be read', async () => {
  const file = Object.assign(new File([], 'a.json'), {
    text: () => Promise.reject(new DOMException('Gone', 'NotFoundError')),
  })
  expect(await importFile(file)).toMatchObject({ refusal: expect.stringContaining('couldn’t read it') })
})
