import '#app/ui/tokens.css'
import '#app/markdown/prose.css'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createConversationStore } from '#app/chat/store/conversation-store.ts'
import { longConversation } from './long-conversation.test-support.ts'
import { Transcript } from './transcript.tsx'

const count = 200
/** Replies render in idle time, which is rare on a busy machine. */
const patience = { timeout: 15_000 }
const modelOf = () => undefined
const log = page.getByRole('log')
const hasHeading = (text: string) => () =>
  [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === text)
/** The number of replies that are rendered as Markdown, not as plain text. */
const drawn = () => document.querySelectorAll('article h2').length

beforeEach(async () => {
  const store = createConversationStore({
    stream: () => expect.unreachable('nothing is sent'),
    now: () => 0,
    schedule: (callback) => callback(),
  })
  store.getState().open(longConversation(count))
  await render(
    <div style={{ display: 'flex', flexDirection: 'column', height: 800 }}>
      <Transcript store={store} label="Conversation" modelOf={modelOf} modelId={null} empty="" />
    </div>,
  )
  await vi.waitUntil(() => document.querySelectorAll('article[data-message]').length === count, { timeout: 15_000 })
})

test('opens hundreds of long messages at the end, and renders only those near the viewport', async () => {
  await expect.poll(hasHeading(`Marker ${count - 1}.`), patience).toBe(true)
  const first = drawn()
  expect(first).toBeLessThan(100)
  for (let turn = 0; turn < 30; turn += 1) {
    log.element().scrollBy({ top: -900 })
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  await expect.poll(drawn, patience).toBeGreaterThan(first)
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
})

test('find in page reaches a message that was never visible', async () => {
  // Scripts can't open find in page, so this scrolls to the match the way it does.
  const find = () => {
    getSelection()?.removeAllRanges()
    const isFound = (window as unknown as { find(text: string): boolean }).find('Marker 41.')
    const place = getSelection()?.anchorNode?.parentElement
    place?.scrollIntoView({ block: 'center' })
    return isFound && place?.closest('article')?.textContent.includes('Marker 41.')
  }
  // The last reply still renders in idle time, and a search at that moment may find nothing.
  await expect.poll(find).toBe(true)
  await expect.poll(hasHeading('Marker 41.'), patience).toBe(true)
})
