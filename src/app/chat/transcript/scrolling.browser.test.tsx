import '#app/ui/tokens.css'
import '#app/markdown/prose.css'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setUp, text } from '#app/chat/store/conversation-store.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import { messageField, replies } from './chat-steps.test-support.ts'
import { Transcript } from './transcript.tsx'

const log = page.getByRole('log')
const toLatest = page.getByRole('button', { name: 'Jump to latest' })
const modelOf = () => undefined

/** How far the log is from its end, in pixels. */
const fromEnd = () => Math.abs(log.element().scrollTop)
const nextFrame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))

describe('while a reply grows', () => {
  let conversation: ReturnType<typeof setUp>
  let sections = 0

  async function grow() {
    sections += 1
    await conversation.arrive(text(`## Section ${sections}\n\n${'Some words that fill a few lines. '.repeat(30)}\n\n`))
    conversation.paint()
    await expect.element(heading(sections)).toBeInTheDocument()
    await nextFrame()
  }
  const heading = (section: number) => page.getByRole('heading', { name: `Section ${section}`, exact: true })

  beforeEach(async () => {
    conversation = setUp()
    sections = 0
    await render(
      <div style={{ display: 'flex', flexDirection: 'column', height: 500 }}>
        <Transcript store={conversation.store} label="Conversation" modelOf={modelOf} modelId={null} empty="" />
      </div>,
    )
    conversation.say('Go on')
    for (let count = 0; count < 5; count += 1) await grow()
  })

  test('the transcript follows the end while the reader is there', async () => {
    for (let count = 0; count < 5; count += 1) {
      const before = log.element().scrollHeight
      await grow()
      expect(log.element().scrollHeight).toBeGreaterThan(before)
      expect(fromEnd()).toBeLessThan(2)
    }
    expect(toLatest.query()).toBeNull()
  })

  test('scrolling back keeps its position, and a button jumps to the latest message', async () => {
    heading(2).element().scrollIntoView({ block: 'center' })
    await expect.element(toLatest).toBeVisible()
    const top = () => heading(2).element().getBoundingClientRect().y
    const before = top()
    for (let count = 0; count < 5; count += 1) {
      await grow()
      expect(Math.abs(top() - before)).toBeLessThan(1)
    }
    await toLatest.click()
    await expect.poll(fromEnd).toBeLessThan(2)
    await grow()
    expect(fromEnd()).toBeLessThan(2)
  })

  test('a text selection is kept', async () => {
    getSelection()?.selectAllChildren(heading(3).element())
    await grow()
    await grow()
    expect(String(getSelection())).toBe('Section 3')
  })
})

test('announces a reply once when it begins and once when it ends, not per token', async () => {
  await renderApp('/?model=parley/echo')
  await expect.element(messageField).toBeVisible()
  const heard: string[] = []
  for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) {
    if (region.getAttribute('aria-live') === 'off') continue
    new MutationObserver(() => heard.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  }
  await messageField.fill('one two three four five six seven eight nine ten')
  await userEvent.keyboard('{Enter}')
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  await expect.poll(() => heard).toEqual(['parley/echo is replying.', 'Reply from parley/echo finished.'])
  await expect.element(log).toHaveAttribute('aria-live', 'off')
})
