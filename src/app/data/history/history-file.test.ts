import { expect, test } from 'vitest'
import { emptySetup } from '#app/data/setup.ts'
import { replyAt, saidAt } from './history.test-support.ts'
import { writeHistoryMarkdown } from './history-file.ts'

test('exports tool calls in a block that their arguments can’t close', () => {
  const said = saidAt(10, 'Weather?')
  const toolCalls = [{ index: 0, id: 'c1', name: 'weather', arguments: '{"note":"```\\n# x"}' }]
  const reply = { ...replyAt(11, '', said.id), toolCalls }
  const row = {
    id: 'c1',
    title: 'Weather',
    opening: '',
    pinned: false,
    createdAt: 10,
    updatedAt: 20,
    deletedAt: null,
    detached: false,
    draft: '',
    panes: [{ id: 'p', setup: emptySetup, tip: reply.id, draft: '' }],
  }
  const messages = [said, reply].map((message, place) => ({
    conversationId: 'c1',
    paneId: 'p',
    id: message.id,
    place,
    stamp: '',
    message,
  }))
  expect(writeHistoryMarkdown([{ row, messages }])).toContain(
    '### parley/echo\n\nTool call: weather\n\n````json\n{\n  "note": "```\\n# x"\n}\n````\n',
  )
})
