import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { handDrivenEngine } from '#app/data/calls/test-engines.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import {
  choose,
  expectCount,
  expectTexts,
  messageField,
  replies,
  said,
  say,
  textsIn,
} from './chat-steps.test-support.ts'

const editor = page.getByRole('textbox', { name: 'Edit message' })
const press = async (...keys: string[]) => {
  for (const key of keys) await userEvent.keyboard(key)
}
const undoKeys = '{Control>}z{/Control}'
const sendKeys = '{Control>}{Enter}{/Control}'

describe('messages', () => {
  test('can be edited and resent, keeping the earlier version', async () => {
    await renderApp('/?model=parley/echo')
    await say('one')
    await say('two')
    await said.first().getByRole('button', { name: 'Edit' }).click()
    await expect.element(editor).toHaveFocus()
    await editor.fill('first')
    await page.getByRole('button', { name: 'Save and send' }).click()
    await expectTexts(['first', 'first'])
    await expect.element(said).toHaveTextContent('2 of 2')
    await page.getByRole('button', { name: 'Previous version' }).click()
    await expectTexts(['one', 'one', 'two', 'two'])
    await expect.element(page.getByRole('button', { name: 'Next version' })).toHaveFocus()
    await press('{Enter}')
    await expectTexts(['first', 'first'])
  })

  test('can be edited in place, and Escape keeps the typed text', async () => {
    await renderApp('/?model=parley/echo')
    await say('one')
    const edit = said.getByRole('button', { name: 'Edit' })
    await edit.click()
    await editor.fill('half typed')
    await press('{Escape}')
    await expect.element(edit).toHaveFocus()
    expect(textsIn()).toEqual(['one', 'one'])
    await press('{Enter}')
    await expect.element(editor).toHaveValue('half typed')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(edit).toHaveFocus()
    await expectTexts(['half typed', 'one'])
    await replies.getByRole('button', { name: 'Edit' }).click()
    await editor.fill('said otherwise')
    await press(sendKeys)
    await expectTexts(['half typed', 'said otherwise'])
    await expect.element(replies).toHaveTextContent('Edited')
  })

  test('can be deleted, and restored by key or button', async () => {
    await renderApp('/?model=parley/echo')
    await say('one')
    await say('two')
    await said.first().getByRole('button', { name: 'Delete' }).click()
    await expectTexts(['one', 'two', 'two'])
    await expectCount(page.getByRole('status').filter({ hasText: 'Message deleted.' }), 1)
    await expect.element(replies.first()).toHaveFocus()
    await press(undoKeys)
    await expectTexts(['one', 'one', 'two', 'two'])
    await press('{Control>}{Shift>}z{/Shift}{/Control}')
    await expectTexts(['one', 'two', 'two'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectTexts(['one', 'one', 'two', 'two'])
    await page.getByRole('button', { name: 'Redo' }).click()
    for (let left = 3; left > 0; left -= 1) {
      await expectCount(page.getByRole('article'), left)
      await page.getByRole('button', { name: 'Delete' }).last().click()
    }
    await expect.element(page.getByRole('log')).toHaveFocus()
    await press(undoKeys, undoKeys, undoKeys, undoKeys)
    await expectTexts(['one', 'one', 'two', 'two'])
  })

  test('keep every version of a reply, and show another when one is deleted', async () => {
    await renderApp('/?model=parley/echo')
    await say('one')
    for (const count of [2, 3]) {
      await replies.getByRole('button', { name: 'Regenerate' }).click()
      await expect.element(replies).toHaveFocus()
      await expect.element(replies).toHaveTextContent(`${count} of ${count}`)
      await expect.element(replies).toHaveAttribute('data-state', 'done')
    }
    await page.getByRole('button', { name: 'Previous version' }).click()
    await expect.element(replies).toHaveTextContent('2 of 3')
    await replies.getByRole('button', { name: 'Delete' }).click()
    await expect.element(replies).toHaveTextContent('2 of 2')
  })

  test('can be moved, inserted and given another role', async () => {
    await renderApp('/?model=parley/echo')
    await say('one')
    const first = page.getByRole('article').first()
    await choose(said, 'Move down')
    await expect.element(first).toHaveAccessibleName(/Reply/u)
    await expect.element(said.getByRole('button', { name: 'More' })).toHaveFocus()
    await choose(said, 'Move up')
    await expect.element(first).toHaveAccessibleName('You')
    await choose(said, 'Insert message after')
    await expect.element(page.getByRole('textbox', { name: 'New message' })).toHaveFocus()
    await press('in between')
    await expect.element(page.getByRole('combobox', { name: 'Role' })).toHaveValue('assistant')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expectTexts(['one', 'in between', 'one'])
    await said.getByRole('button', { name: 'More' }).click()
    await expect.element(page.getByRole('menuitemradio', { checked: true })).toHaveTextContent('You')
    await page.getByRole('menuitemradio', { name: 'System' }).click()
    await expect.element(page.getByRole('article', { name: 'System' })).toHaveTextContent('one')
    await press(undoKeys)
    await expect.element(said).toHaveTextContent('one')
  })

  test('show figures and formatting while their role is Assistant', async () => {
    await renderApp('/?model=parley/echo')
    await say('Some **bold** words')
    const strong = replies.getByRole('strong')
    await replies.getByRole('button', { name: 'More' }).click()
    await expect.element(page.getByRole('menuitemradio', { checked: true })).toHaveTextContent('Assistant')
    await page.getByRole('menuitemradio', { name: 'Assistant' }).click()
    await expect.element(strong).toHaveTextContent('bold')
    await expect.element(replies.getByRole('group', { name: 'Figures' })).toBeVisible()
    for (const role of ['System', 'Assistant']) {
      await page.getByRole('article').last().getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitemradio', { name: role }).click()
    }
    await expect.element(strong).toHaveTextContent('bold')
    await expect.element(replies.getByRole('group', { name: 'Figures' })).toBeVisible()
    await choose(replies, 'Insert message after')
    await page.getByRole('textbox', { name: 'New message' }).fill('Written by *hand*')
    await page.getByRole('combobox', { name: 'Role' }).selectOptions('assistant')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const byHand = page.getByRole('article', { name: 'Assistant' }).getByRole('emphasis')
    await expect.element(byHand).toHaveTextContent('hand')
  })

  test('can be branched into a new conversation or a pane', async () => {
    await renderApp('/?model=parley/echo')
    await say('one')
    await say('two')
    await choose(replies.first(), 'Branch to a new pane')
    const beside = page.getByRole('log', { name: 'Conversation 2' })
    await expect.poll(() => beside.query()?.textContent).toMatch(/one.*one/u)
    expect(beside.element().textContent).not.toContain('two')
    await page.getByRole('button', { name: 'Close pane 2' }).click()
    await choose(replies.first(), 'Branch to a new conversation')
    await expectTexts(['one', 'one'])
    await expect.element(messageField).toHaveFocus()
  })
})

test('sends a prefilled answer, and shows it joined with the reply', async () => {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  for (const [text, role, item] of [
    ['Write a haiku', 'You', 'Add as user message'],
    ['An old pond', 'Assistant', 'Add as assistant message'],
  ] as const) {
    await messageField.fill(text)
    await page.getByRole('button', { name: 'Add message' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect.element(messageField).toHaveValue('')
    await expect.element(messageField).toHaveFocus()
    await expect.element(page.getByRole('article', { name: role, exact: true })).toHaveTextContent(text)
  }
  const prefill = page.getByRole('article', { name: 'Assistant' }).getByText('An old pond').element()
  expect(getComputedStyle(prefill.closest('[data-part="text"]') ?? prefill).borderStyle).toBe('dashed')
  await page.getByRole('button', { name: 'Run' }).click()
  const asked = [
    { role: 'user', content: 'Write a haiku' },
    { role: 'assistant', content: 'An old pond' },
  ]
  const first = await engine.nextReply()
  expect(first.request.messages).toEqual(asked)
  first.say(', a frog')
  first.finish()
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  expect(document.querySelectorAll('[role="log"]:focus, [role="log"] :focus')).toHaveLength(1)
  expect(page.getByRole('button', { name: 'Run' }).query()).toBeNull()
  expect(page.getByRole('article', { name: 'Assistant' }).query()).toBeNull()
  expect(textsIn()).toEqual(['Write a haiku', 'An old pond, a frog'])
  await expect.element(replies).toHaveTextContent('2 of 2')
  await messageField.fill('Another')
  await press('{Enter}')
  const second = await engine.nextReply()
  expect(second.request.messages).toEqual([
    asked[0],
    { role: 'assistant', content: 'An old pond, a frog' },
    { role: 'user', content: 'Another' },
  ])
  second.finish()
})

test('keeps the streaming reply complete during edits, moves and deletions', async () => {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  await messageField.fill('Go on')
  await press('{Enter}')
  const stream = await engine.nextReply()
  stream.say('The first half')
  await expect.element(replies).toHaveAttribute('data-state', 'streaming')
  await said.getByRole('button', { name: 'Edit' }).click()
  await editor.fill('changed meanwhile')
  await expect.element(page.getByRole('button', { name: 'Save and send' })).toBeDisabled()
  await press(sendKeys)
  await expect.element(editor).toHaveValue('changed meanwhile')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectTexts(['changed meanwhile', 'The first half'])
  await choose(said, 'Move down')
  await expectTexts(['The first half', 'changed meanwhile'])
  await said.getByRole('button', { name: 'Delete' }).click()
  await expectTexts(['The first half'])
  await expect.element(replies).toHaveAttribute('data-state', 'streaming')
  stream.say(' and the second')
  stream.finish()
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  await press(undoKeys)
  await expectTexts(['The first half and the second', 'changed meanwhile'])
  await expect.element(replies).toHaveAttribute('data-state', 'done')
})

test('everything works with the keyboard only', async () => {
  await renderApp('/?model=parley/echo')
  await say('one')
  const more = said.getByRole('button', { name: 'More' })
  ;(page.getByRole('log').element() as HTMLElement).focus()
  await press('{Tab}')
  await expect.element(said.getByRole('button', { name: 'Copy' })).toHaveFocus()
  await press('{Tab}', '{Enter}')
  await expect.element(editor).toHaveFocus()
  await press(' more', sendKeys)
  await expectTexts(['one more', 'one more'])
  await expect.element(said.getByRole('button', { name: 'Edit' })).toHaveFocus()
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  await press('{Tab}', '{Tab}')
  await expect.element(more).toHaveFocus()
  await press('{ArrowUp}')
  await expect.element(page.getByRole('menuitem', { name: 'Move down' })).toHaveFocus()
  await press('{Home}')
  await expect.element(page.getByRole('menuitem', { name: /conversation/u })).toHaveFocus()
  await press('s')
  await expect.element(page.getByRole('menuitemradio', { name: 'System' })).toHaveFocus()
  await press('{Escape}')
  await expect.element(more).toHaveFocus()
  await press('{Enter}', 'i', '{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'New message' })).toHaveFocus()
  await press('Be brief.', sendKeys)
  await expectTexts(['Be brief.', 'one more', 'one more'])
  await press('{Tab}', '{Enter}')
  await expectTexts(['one more', 'one more'])
  await press(undoKeys, undoKeys, '{Control>}y{/Control}')
  await expectTexts(['Be brief.', 'one more', 'one more'])
})
