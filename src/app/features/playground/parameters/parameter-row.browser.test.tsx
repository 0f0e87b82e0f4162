import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createConversationStore } from '#app/chat/store/conversation-store.ts'
import { ParameterRow } from './parameter-row.tsx'

const store = createConversationStore({
  stream: () => expect.unreachable('nothing is sent'),
  now: () => 0,
  schedule: (callback) => callback(),
})
const limit = page.getByRole('spinbutton', { name: 'Max tokens' })

beforeEach(async () => {
  store.getState().setParameter('maxTokens', undefined)
  await render(<ParameterRow name="maxTokens" store={store} id="limit" model={undefined} />)
})

test.each([
  ['200k', 200_000],
  ['128 K', 128_000],
  ['1M', 1_000_000],
  ['2,000', 2000],
])('Max tokens accepts %s', async (typed, tokens) => {
  await limit.fill(typed)
  await expect.element(limit).toHaveValue(typed)
  expect(store.getState().parameters.maxTokens).toBe(tokens)
  await userEvent.tab()
  await expect.element(limit).toHaveValue(String(tokens))
})

test('Max tokens steps with the arrow keys, and isn’t sent when empty', async () => {
  await limit.fill('4')
  await userEvent.keyboard('{ArrowUp}')
  expect(store.getState().parameters.maxTokens).toBe(5)
  await limit.fill('')
  expect(store.getState().parameters.maxTokens).toBeUndefined()
})

test('Max tokens keeps invalid input, explains what to enter, and isn’t sent', async () => {
  await limit.fill('many')
  await expect.element(limit).toHaveValue('many')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a whole number of at least 1')
  expect(store.getState().parameters.maxTokens).toBeUndefined()
})
