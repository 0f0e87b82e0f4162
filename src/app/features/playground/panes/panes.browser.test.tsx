import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectCount, messageField, textsIn } from '#app/chat/transcript/chat-steps.test-support.ts'
import {
  type HandDrivenEngine,
  type HandDrivenReply,
  handDrivenEngine,
} from '#app/data/calls/test-engines.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

let engine: HandDrivenEngine
beforeEach(() => {
  engine = handDrivenEngine([{ id: 'one' }, { id: 'two' }])
})
afterEach(() => page.viewport(1440, 900))

const open = (...models: string[]) => renderApp(`/?models=${models.join(',')}`, { engines: [engine.answer] })
const pane = (place: number) => page.getByRole('region', { name: `Pane ${place}` })
const lastReply = (place: number) =>
  pane(place)
    .getByRole('article', { name: /^Reply/u })
    .last()
const logName = (place: number) => (place === 1 ? 'Conversation' : `Conversation ${place}`)
const saidIn = (place: number) => pane(place).getByRole('article', { name: 'You', exact: true })
async function expectState(place: number, state: string) {
  await expect.element(lastReply(place)).toHaveAttribute('data-state', state)
}

async function say(text: string) {
  await messageField.fill(text)
  await userEvent.keyboard('{Enter}')
}

/** Starts a reply that doesn't end. */
async function begin(): Promise<HandDrivenReply> {
  const reply = await engine.nextReply()
  reply.say('Begun')
  return reply
}

test('sends a queued message when the previous reply is stopped, or cancels it', async () => {
  await open('parley/echo', 'one')
  await say('first')
  await begin()
  await expectState(1, 'done')
  await expectState(2, 'streaming')
  await say('second')
  const queued = pane(2).getByRole('group', { name: 'Queued message' })
  await expect.element(queued).toHaveTextContent('second')
  await page.getByRole('button', { name: 'End reply 2' }).click()
  await expectCount(queued, 0)
  await expectCount(saidIn(2), 2)
  await begin()
  await expectState(1, 'done')
  await say('third')
  await queued.getByRole('button', { name: 'Cancel' }).click()
  await expectCount(queued, 0)
  await expect.element(page.getByRole('log', { name: 'Conversation 2' })).toHaveFocus()
  await expectCount(saidIn(2), 2)
})

test('Ctrl+Z in the empty message field undoes a message in all panes, and Ctrl+Y redoes it', async () => {
  await open('parley/echo', 'one')
  await say('taken back')
  await begin()
  await expectState(1, 'done')
  await expectState(2, 'streaming')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expectCount(page.getByRole('article'), 0)
  await expect.element(messageField).toHaveValue('taken back')
  expect(page.getByRole('button', { name: 'Stop', exact: true }).query()).toBeNull()
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.element(messageField).toHaveValue('')
  await expectState(1, 'done')
  await expectState(2, 'stopped')
  // The field itself undoes typing.
  await userEvent.keyboard('abc{Control>}a{/Control}{Delete}{Control>}z{/Control}')
  await expect.element(messageField).toHaveValue('abc')
  await expectState(1, 'done')
})

test('stops one reply separately', async () => {
  await open('one', 'two')
  await say('go')
  await begin()
  await begin()
  await expectState(1, 'streaming')
  await expectState(2, 'streaming')
  await page.getByRole('button', { name: 'End reply 2' }).click()
  await expect.element(lastReply(2)).toHaveAttribute('data-state', 'stopped')
  await expect.element(lastReply(1)).toHaveAttribute('data-state', 'streaming')
})

test('adds, closes and restores a pane with the keyboard only', async () => {
  await open('parley/echo')
  const add = page.getByRole('button', { name: 'Add model' })
  await expect.element(add).toBeVisible()
  ;(add.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const second = page.getByRole('combobox', { name: 'Model 2' })
  await expect.element(second).toHaveFocus()
  // The next callable model, not the same again.
  await expect.element(second).not.toHaveValue('Echo')
  await userEvent.keyboard('eliza{Enter}')
  await expect.element(second).toHaveValue('Eliza')
  await expect.poll(() => new URL(location.href).searchParams.get('models')).toBe('parley/echo,parley/eliza')

  await say('I am sad.')
  await expectState(2, 'done')
  const answer = textsIn().at(-1)
  ;(page.getByRole('button', { name: 'Close pane 2' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(second).not.toBeInTheDocument()
  await expect.element(page.getByText('Closed pane 2: Eliza.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo last action' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(second).toHaveFocus()
  await expect.element(lastReply(2)).toHaveTextContent(answer ?? '')
})

test('the menu of a pane doesn’t move when undo becomes available', async () => {
  await open('parley/echo', 'parley/eliza')
  const menu = page.getByRole('button', { name: 'More for pane 1' })
  await expect.element(menu).toBeVisible()
  const before = menu.element().getBoundingClientRect()
  await say('Hello')
  await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  expect(menu.element().getBoundingClientRect()).toEqual(before)
})

test('sends a branch to another pane, and undoes it', async () => {
  await open('parley/echo', 'parley/eliza')
  await say('first words')
  await expectState(1, 'done')
  await expectState(2, 'done')
  await page.getByRole('button', { name: 'More for pane 1' }).click()
  await page.getByRole('menuitem', { name: /^Branch to pane 2/u }).click()
  const branched = pane(2).getByRole('article', { name: 'Reply from parley/echo' })
  await expect.element(branched).toHaveTextContent('first words')
  await page.getByRole('button', { name: 'Undo last action' }).click()
  await expect.element(pane(2).getByRole('article', { name: 'Reply from parley/eliza' })).toBeVisible()

  await page.getByRole('button', { name: 'More for pane 2' }).click()
  await page.getByRole('menuitem', { name: 'Branch to a new pane' }).click()
  await expect.element(pane(3).getByRole('article', { name: 'Reply from parley/eliza' })).toBeVisible()
})

test('sends separate messages to all panes at once or to one', async () => {
  await open('parley/echo', 'parley/echo')
  await messageField.fill('the same')
  await page.getByRole('switch', { name: 'Separate messages' }).click()
  const second = page.getByRole('textbox', { name: 'Message 2' })
  await expect.element(second).toHaveValue('the same')
  await second.fill('another')
  await userEvent.keyboard('{Enter}')
  await expect.element(lastReply(2)).toHaveTextContent('another')
  await expectState(2, 'done')
  await expectCount(pane(1).getByRole('article'), 0)
  await second.fill('third')
  await page.getByRole('button', { name: 'Send all' }).click()
  await expect.element(lastReply(1)).toHaveTextContent('the same')
  await expect.element(lastReply(2)).toHaveTextContent('third')
})

test('each pane has its own parameters until they are applied to all', async () => {
  await open('parley/echo', 'parley/eliza')
  const of = page.getByRole('combobox', { name: 'Parameters for' })
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await of.selectOptions('Pane 2 · Eliza')
  await prompt.fill('Be brief.')
  await of.selectOptions('Pane 1 · Echo')
  await expect.element(prompt).toHaveValue('')
  await page.getByRole('combobox', { name: 'Model 2' }).click()
  await expect.element(prompt).toHaveValue('Be brief.')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Apply to all panes' }).click()
  await of.selectOptions('Pane 1 · Echo')
  await expect.element(prompt).toHaveValue('Be brief.')
  await page.getByRole('button', { name: 'Undo last action' }).click()
  await expect.element(prompt).toHaveValue('')
})

test('scrolls panes together proportionally, or separately', async () => {
  await page.viewport(1440, 420)
  await open('parley/echo', 'parley/echo')
  await say(Array.from({ length: 24 }, (_, line) => `- line ${line}`).join('\n'))
  await expectState(1, 'done')
  await expectState(2, 'done')
  const logs = page.getByRole('log')
  const share = (at: number) => {
    const log = logs.nth(at).element()
    return Math.abs(log.scrollTop) / Math.max(1, log.scrollHeight - log.clientHeight)
  }
  const readBack = async () => {
    logs.first().element().scrollBy({ top: -200 })
    await expect.poll(() => share(0)).toBeGreaterThan(0.05)
  }
  await readBack()
  expect(share(1)).toBe(0)
  const toLatest = page.getByRole('button', { name: 'Jump to latest' })
  await toLatest.click()
  await expect.poll(() => share(0)).toBe(0)
  await page.getByRole('switch', { name: 'Scroll together' }).click()
  ;(logs.first().element() as HTMLElement).focus()
  await readBack()
  await expect.poll(() => Math.abs(share(0) - share(1))).toBeLessThan(0.05)
  expect(share(1)).toBeGreaterThan(0.02)
  await toLatest.first().click()
  await expect.poll(() => share(0) + share(1)).toBe(0)
})

const manyPanes = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 ? 'one' : 'two'))

/** How many panes there are in each row. */
const rowsOfPanes = () => {
  const tops = page
    .getByRole('region', { name: /^Pane/u })
    .elements()
    .map((each) => Math.round(each.getBoundingClientRect().top))
  return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
}

test('four or more panes form a grid where they fit, and each scrolls on its own', async () => {
  await page.viewport(1600, 800)
  await open(...manyPanes(4))
  await expect.poll(rowsOfPanes).toEqual([2, 2])
  await page.getByRole('button', { name: 'Hide parameters' }).click()
  await page.getByRole('button', { name: 'Close pane 4' }).click()
  await expect.poll(rowsOfPanes).toEqual([3])
  await page.getByRole('button', { name: 'Undo last action' }).click()
  for (const rows of [
    [3, 2],
    [3, 3],
  ]) {
    await page.getByRole('button', { name: 'Add model' }).click()
    await expect.poll(rowsOfPanes).toEqual(rows)
  }
  const grid = pane(1).element().parentElement
  // They fill the height and no pane is cut off.
  expect(pane(6).element().getBoundingClientRect().bottom).toBeCloseTo(grid?.getBoundingClientRect().bottom ?? 0, 0)
  await say(Array.from({ length: 40 }, (_, line) => `- line ${line}`).join('\n'))
  const log = page.getByRole('log', { name: 'Conversation 5' }).element()
  await expect.poll(() => log.scrollHeight > log.clientHeight).toBe(true)
  // Heights are rounded.
  expect(grid?.scrollHeight).toBeLessThanOrEqual((grid?.clientHeight ?? 0) + 1)

  await page.viewport(1100, 800)
  await expect.poll(rowsOfPanes).toEqual([2, 2, 2])
  await page.viewport(1000, 800)
  await expect.poll(rowsOfPanes).toEqual([6])
})

test('shows one pane only until Escape, while the others continue', async () => {
  await open('one', 'two', 'one', 'two')
  await say('go')
  const replies = [await begin(), await begin(), await begin(), await begin()]
  await expectState(3, 'streaming')
  const focus = page.getByRole('button', { name: 'Focus pane 2' })
  await focus.click()
  const isShown = () =>
    [1, 2, 3, 4].map((place) => page.getByRole('log', { name: logName(place), exact: true }).query() !== null)
  await expect.poll(isShown).toEqual([false, true, false, false])
  const [, second] = document.querySelectorAll('[id^="pane-"]')
  expect(second?.clientWidth).toBe(second?.parentElement?.clientWidth)
  replies[2]?.say(' unseen')
  replies[2]?.finish()

  const marks = page.getByRole('navigation', { name: 'Panes' })
  await marks.getByRole('button', { name: 'Pane 3' }).click()
  await expect.poll(isShown).toEqual([false, false, true, false])
  await expect.element(lastReply(3)).toHaveTextContent('Begun unseen')
  await expectState(3, 'done')

  // What Escape closes or cancels first stays within the pane.
  await page.getByRole('combobox', { name: 'Model 3' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'More for pane 3' }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectCount(page.getByRole('menu'), 0)
  expect(isShown()).toEqual([false, false, true, false])
  await userEvent.keyboard('{Escape}')
  await expect.poll(isShown).toEqual([true, true, true, true])
  await expect.element(lastReply(2)).toHaveTextContent('Begun')

  await focus.click()
  await page.getByRole('button', { name: 'Show all panes' }).click()
  await expect.poll(isShown).toEqual([true, true, true, true])
  // A new pane isn't hidden.
  await focus.click()
  await page.getByRole('button', { name: 'Add model' }).click()
  await expectCount(page.getByRole('log'), 5)
})

test('keeps the marks of other panes when one is closed, also in the summary', async () => {
  await open('parley/echo', 'one', 'two')
  const marksIn = (parent: Element) =>
    [...parent.querySelectorAll('[data-pane-mark]')].map((each) => each.getAttribute('data-pane-mark'))
  const headerMarks = () => [1, 2, 3].flatMap((place) => pane(place).elements().flatMap(marksIn))
  await expect.poll(headerMarks).toEqual(['1', '2', '3'])
  await page.getByRole('button', { name: 'Close pane 1' }).click()
  await expect.poll(headerMarks).toEqual(['2', '3'])
  await say('go')
  const short = await begin()
  const long = await begin()
  short.finish()
  for (const word of ['more', 'and', 'more']) long.say(` ${word}`)
  long.finish()
  const summary = page.getByRole('region', { name: 'Comparison of the last replies' })
  const longest = summary.getByRole('listitem').filter({ hasText: 'Longest' })
  await expect.element(longest).toHaveTextContent(/two/u)
  await expect.element(longest.getByRole('img', { name: 'Pane 2:' })).toBeVisible()
  expect(marksIn(longest.element())).toEqual(['3'])
  await summary.getByRole('button', { name: 'Figures and chart' }).click()
  const table = summary.getByRole('table', { name: 'Figures of the last replies' })
  await expect.element(table.getByRole('row', { name: 'two' })).toBeVisible()
  expect(marksIn(table.element())).toEqual(['2', '3'])

  await page.getByRole('button', { name: 'Add model' }).click()
  await expect.poll(headerMarks).toEqual(['2', '3', '1'])
})

test('on a phone one pane fills the screen, can be swiped, and shows its number', async () => {
  await page.viewport(390, 844)
  await open('parley/echo', 'parley/eliza', 'parley/babble')
  const marks = page.getByRole('navigation', { name: 'Panes' })
  await expect.element(marks).toHaveTextContent('1 of 3')
  await expect.element(pane(1)).toBeInViewport({ ratio: 0.99 })
  await expect.element(pane(2)).not.toBeInViewport()
  pane(1).element().parentElement?.scrollBy({ left: 300 })
  await expect.element(marks).toHaveTextContent('2 of 3')
  await expect.element(pane(2)).toBeInViewport({ ratio: 0.99 })
  await expect.element(marks.getByRole('button', { name: 'Pane 2' })).toHaveAttribute('aria-current', 'true')
  await expect.element(marks).toHaveTextContent('next to Echo')
  await marks.getByRole('button', { name: 'Pane 3' }).click()
  await expect.element(pane(3)).toBeInViewport({ ratio: 0.99 })
  await expect.element(marks).toHaveTextContent('3 of 3')
  await page.getByRole('button', { name: 'Parameters' }).click()
  const of = page.getByRole('combobox', { name: 'Parameters for' })
  await expect.element(of).toBeVisible()
  expect((of.element() as HTMLSelectElement).selectedOptions[0]?.text).toMatch(/^Pane 3/u)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
