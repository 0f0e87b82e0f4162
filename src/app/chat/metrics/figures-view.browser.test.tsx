import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import type { Reply } from '#app/data/message.ts'
import type { Model } from '#contract/model.ts'
import { FiguresView } from './figures-view.tsx'

test('updates the figures of a streaming reply four times a second, and at once when it ends', async () => {
  const reply: Reply = {
    ...waitingReply,
    state: 'streaming',
    sentAt: 0,
    firstDeltaAt: 500,
    lastDeltaAt: 1_000,
    deltas: 2,
  }
  const shown = await render(<FiguresView reply={reply} model={undefined} />)
  const tokens = shown.container.querySelector('[data-figure="tokens-out"]')
  const update = async (fields: Partial<Reply>) => {
    await shown.rerender(<FiguresView reply={{ ...reply, ...fields }} model={undefined} />)
    return tokens?.getAttribute('data-value')
  }
  expect(tokens?.getAttribute('data-value')).toBe('2')
  expect(await update({ lastDeltaAt: 1_249, deltas: 30 })).toBe('2')
  expect(await update({ lastDeltaAt: 1_250, deltas: 31 })).toBe('31')
  expect(await update({ lastDeltaAt: 1_260, deltas: 32, state: 'done' })).toBe('32')
})

const reply: Reply = {
  ...waitingReply,
  state: 'done',
  finishReason: 'stop',
  sentAt: 0,
  firstDeltaAt: 410,
  lastDeltaAt: 2_628.75,
  deltas: 214,
  usage: { prompt_tokens: 1_482, completion_tokens: 214, total_tokens: 1_696 },
}
const pricing = [
  { metric: 'input_tokens', rate: 2 },
  { metric: 'output_tokens', rate: 10 },
]
const model = { pricing } as unknown as Model
const group = page.getByRole('group', { name: 'Figures' })
/** The text that is visible. */
const line = () => (group.element() as HTMLElement).innerText
const value = (name: string) => group.element().querySelector(`[data-figure="${name}"]`)?.getAttribute('data-value')

test('shows the figures in one line, without a word for a normal ending', async () => {
  const shown = await render(<FiguresView reply={reply} model={model} />)
  expect(line()).toBe('0.41 s · 96 tok/s · 1,482 → 214 tok · $0.0051')
  expect(Number(value('cost'))).toBeCloseTo(0.005104, 9)
  expect(value('finish-reason')).toBe('stop')
  await shown.rerender(<FiguresView reply={{ ...reply, finishReason: 'length' }} model={model} />)
  expect(line()).toMatch(/ · Stopped: token limit$/u)
})

test('leaves unknown values out of the line, with empty data', async () => {
  const shown = await render(<FiguresView reply={reply} model={undefined} />)
  expect(line()).toBe('0.41 s · 96 tok/s · 1,482 → 214 tok')
  expect(value('cost')).toBe('')
  const unsent = { ...reply, usage: null, lastDeltaAt: 410 }
  await shown.rerender(<FiguresView reply={unsent} model={undefined} />)
  expect(line()).toBe('0.41 s · ≈ 214 tok')
  expect(['tokens-in', 'tokens-per-second', 'cost'].map(value)).toEqual(['', '', ''])
  await shown.rerender(<FiguresView reply={{ ...reply, firstDeltaAt: null, lastDeltaAt: null }} model={undefined} />)
  expect(line()).toBe('1,482 → 214 tok')
})

test('describes each figure on hover and focus, and Escape closes that', async () => {
  const usage = { ...reply.usage, prompt_tokens: 1_482, completion_tokens: 214, total_tokens: 1_696 }
  const detailed = {
    ...usage,
    prompt_tokens_details: { cached_tokens: 800 },
    completion_tokens_details: { reasoning_tokens: 120 },
  }
  await render(<FiguresView reply={{ ...reply, usage: detailed }} model={model} />)
  const tooltip = page.getByRole('tooltip')
  await group.hover()
  await expect.element(tooltip).toHaveTextContent('First token 0.41 s')
  await userEvent.unhover(group)
  await expect.element(tooltip).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(group).toHaveFocus()
  await expect.element(tooltip).toHaveTextContent('Input 1,482 tokens, 800 cached Output 214 tokens, 120 reasoning')
  await expect.element(group).toHaveAccessibleDescription(/Total time 2\.63 s/u)
  await userEvent.keyboard('{Escape}')
  await expect.element(tooltip).not.toBeInTheDocument()
})

test('says in the details which figures are estimated', async () => {
  await render(<FiguresView reply={{ ...reply, usage: null }} model={undefined} />)
  await group.hover()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('≈ estimated: not reported by the provider')
})
