import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import type { Message } from '#app/data/message.ts'
import { hostileTexts } from '#app/markdown/hostile.test-support/hostile-texts.ts'
import { textReorderedByBidi } from '#app/markdown/hostile.test-support/text-reordered-by-bidi.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

test('shows hostile text in messages, replies, reasoning, tool calls and errors as plain text', async () => {
  const dialog = vi.spyOn(window, 'alert')
  // Another test file may have made requests in this page.
  performance.clearResourceTimings()
  await renderApp('/?model=parley/echo')
  for (const [number, whole] of hostileTexts.entries()) {
    // e2e/hostile-campaign.spec.ts tests a megabyte in every field.
    const text = whole.slice(0, 2_000)
    const reply = { ...waitingReply, parent: 'said', modelId: text, text, reasoning: text }
    const toolCalls = [{ index: 0, id: text, name: text, arguments: text }]
    const failure = { message: text, type: text, param: text, code: text }
    const messages: Message[] = [
      { kind: 'written', id: 'said', parent: null, createdAt: 0, role: 'user', text: `${number}. ${text}` },
      { ...reply, id: 'done', state: 'done', toolCalls, finishReason: 'tool_calls' },
      { ...reply, id: 'failed', parent: 'done', state: 'failed', failure },
    ]
    workspace.getState().open({ panes: [{ messages, tip: 'failed' }] })
    await expect.element(page.getByRole('article', { name: 'You', exact: true })).toHaveTextContent(`${number}. `)
    await expect.element(page.getByRole('log').getByRole('button', { name: 'Retry' })).toBeVisible()
    expect(textReorderedByBidi()).toEqual([])
    expect(document.querySelector('[role=log] :is(script, iframe, img, object, embed)')).toBeNull()
  }
  const requested = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  expect(requested.filter(({ origin, protocol }) => origin !== location.origin && protocol !== 'data:')).toEqual([])
  expect(dialog).not.toHaveBeenCalled()
})
