import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectCount,
  messageField,
  said,
  say as sayHere,
  textsIn,
} from '#app/chat/transcript/chat-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const list = page.getByRole('region', { name: 'History' })
const links = list.getByRole('link')
const search = list.getByRole('searchbox', { name: 'Search conversations' })
const marked = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
const titles = () => links.elements().map(({ textContent }) => textContent)

/** Sends a message in a new conversation, and waits until it is listed. */
async function say(words: string) {
  if (said.elements().length > 0) await page.getByRole('button', { name: 'New conversation' }).click()
  await expectCount(said, 0)
  const before = links.elements().length
  await sayHere(words)
  await expectCount(links, before + 1)
}

async function act(title: string, action: string) {
  await links.filter({ hasText: title }).hover()
  await list.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('searches, opens, renames and pins conversations, and deletes them with undo', async () => {
  await renderApp('/?model=parley/echo')
  await say('Where does the harbour lie?')
  await say('What is backpressure?')
  await expect.element(list.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect.poll(titles).toEqual([expect.stringContaining('backpressure'), expect.stringContaining('harbour')])

  await search.fill('HARBOUR lie')
  await expect.poll(titles).toEqual([expect.stringContaining('harbour')])
  await expect.poll(marked).toEqual(['harbour', 'lie'])
  await search.fill('nothing like it')
  await expect.element(list.getByText('No matches')).toBeVisible()
  await search.fill('')
  await links.filter({ hasText: 'harbour' }).click()
  await expect.poll(() => textsIn()[0]).toBe('Where does the harbour lie?')
  await expect.poll(() => document.title).toBe('Where does the harbour lie? · Parley')

  await act('Where does the harbour lie?', 'Rename')
  await list.getByRole('textbox', { name: 'Title' }).fill('Boats')
  await userEvent.keyboard('{Enter}')
  await expect.element(links.filter({ hasText: 'Boats' })).toHaveFocus()
  await expect.poll(() => document.title).toBe('Boats · Parley')
  await act('Boats', 'Pin')
  await expect.element(list.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await expect.poll(() => titles()[0]).toBe('Boats')
  await act('Boats', 'Delete')
  await expect.element(list.getByRole('status')).toHaveTextContent('Deleted “Boats”.')
  await expectCount(links, 1)
  await expectCount(page.getByRole('article'), 0)
  await expect.poll(() => document.title).toBe('Playground · Parley')
  await list.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => location.pathname).toMatch(/^\/c\//u)
  await expect.poll(() => titles()[0]).toBe('Boats')
  await expect.poll(() => textsIn()[0]).toBe('Where does the harbour lie?')
})

test('shows and highlights search words in their context, as plain text', async () => {
  await renderApp('/?model=parley/echo')
  await say(`A question\n\n${'filler '.repeat(30)} <b>Über</b> dem CAFÉ ist Licht`)
  await search.fill('cafe uber')
  await expect.element(links).toHaveTextContent('…<b>Über</b> dem CAFÉ ist Licht')
  await expect.poll(marked).toEqual(['Über', 'CAFÉ'])
  expect(list.element().querySelector('b')).toBeNull()
})

test('history works with the keyboard only', async () => {
  await renderApp('/?model=parley/echo')
  for (const words of ['one', 'two', 'three']) await say(words)
  const link = (name: string) => list.getByRole('link', { name, exact: true })
  // A pinned conversation's name includes that.
  const second = list.getByRole('link', { name: 'Second' })
  await search.click()
  await userEvent.keyboard('{Tab}')
  await expect.element(list.getByRole('button', { name: 'All conversations' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(link('three')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(link('two')).toHaveFocus()
  await userEvent.keyboard('{F2}')
  await expect.element(list.getByRole('textbox', { name: 'Title' })).toHaveFocus()
  await userEvent.keyboard('Second{Enter}')
  await expect.element(second).toHaveFocus()
  await userEvent.keyboard('{F2}')
  await expect.element(list.getByRole('textbox', { name: 'Title' })).toHaveFocus()
  await userEvent.keyboard('never{Escape}')
  await expect.element(second).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(list.getByRole('button', { name: 'Actions for Second' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem').first()).toBeVisible()
  await userEvent.keyboard('p')
  await expect.element(page.getByRole('menuitem', { name: 'Pin', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(list.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await expect.element(second).toBeVisible()
  ;(second.element() as HTMLElement).focus()
  await userEvent.keyboard('{Delete}')
  await expect.element(link('three')).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}')
  await expect.element(list.getByRole('button', { name: 'Undo', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(second).toBeVisible()
  ;(second.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => textsIn()[0]).toBe('two')
  await expect.element(messageField).toBeVisible()
})
