import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectCount, messageField, replies } from '#app/chat/transcript/chat-steps.test-support.ts'
import { type HandDrivenReply, handDrivenEngine } from '#app/data/calls/test-engines.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import { chooseTheme } from '#app/shell/theme.tsx'

const panel = page.getByRole('complementary', { name: 'Parameters' })
const reply = replies.last()
const tab = (name: string) => reply.getByRole('tab', { name })
const verdict = reply.getByRole('status')

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, lines: { type: 'array', items: { type: 'integer' } } },
  required: ['name', 'lines'],
}

async function openOnEngine(key: 'mouse' | 'keyboard' = 'mouse') {
  const engine = handDrivenEngine([{ id: 'hand-driven', context_length: 1_000 }])
  await renderApp('/?model=community/hand-driven', { engines: [engine.answer] })
  const section = panel.getByRole('button', { name: 'Response format' })
  return {
    ask: async (): Promise<HandDrivenReply> => {
      await messageField.fill('Hello')
      await userEvent.keyboard('{Enter}')
      return engine.nextReply()
    },
    openFormat: async () => {
      if (key === 'mouse') return section.click()
      await expect.element(section).toBeVisible()
      section.element().focus()
      await userEvent.keyboard('{Enter}')
    },
  }
}

async function askForSchema() {
  const opened = await openOnEngine()
  await opened.openFormat()
  await panel.getByRole('combobox', { name: 'Response format' }).selectOptions('JSON schema')
  await panel.getByRole('textbox', { name: 'JSON schema' }).fill(JSON.stringify(schema))
  return opened.ask()
}

async function expectNoAxeViolations() {
  for (const theme of ['light', 'dark'] as const) {
    chooseTheme(theme)
    // Transitions of colours would be measured halfway.
    await Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)))
    const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  }
}

describe('a JSON reply', () => {
  test('grows as a tree, lists violations at once and says in the end whether it is valid', async () => {
    const engine = await askForSchema()
    expect(engine.request).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'reply', schema } },
    })
    engine.say('{"name": "Ad')
    await expect.element(reply.getByRole('tabpanel')).toHaveTextContent('"Ad')
    engine.say('a", "lines": [1, "two"')
    const errors = reply.getByRole('list', { name: 'Errors' })
    await expect.element(errors).toHaveTextContent('lines[1] must be a whole number')
    await expect.element(verdict).toHaveTextContent('')
    engine.say(']}')
    engine.finish()
    await expect.element(verdict).toHaveTextContent('Invalid: 1 error')
    await tab('Raw').click()
    await expect.element(reply.getByRole('tabpanel')).toHaveTextContent('{"name": "Ada", "lines": [1, "two"]}')
    await expectNoAxeViolations()
  })

  test('keeps the format it was asked with, and folds by keyboard', async () => {
    const engine = await askForSchema()
    engine.say('{"name": "Ada", "lines": [7, 8]}')
    engine.finish()
    await expect.element(verdict).toHaveTextContent('Valid JSON')
    await panel.getByRole('combobox', { name: 'Response format' }).selectOptions('Text')
    await expect.element(verdict).toHaveTextContent('Valid JSON')
    const lines = reply.getByRole('button', { name: /^lines/u })
    await expect.element(reply.getByText('7', { exact: true })).toBeVisible()
    lines.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(reply.getByText('7', { exact: true })).not.toBeInTheDocument()
    tab('Tree').element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Raw')).toHaveFocus()
    await expect.element(tab('Raw')).toHaveAttribute('aria-selected', 'true')
    await expectNoAxeViolations()
  })

  test('shows prose as it came', async () => {
    const engine = await askForSchema()
    engine.say('I can’t do that.')
    engine.finish()
    await expect.element(verdict).toHaveTextContent('Invalid: 1 error')
    await expect.element(reply.getByRole('tabpanel')).toHaveTextContent('I can’t do that.')
    await expect.element(reply.getByRole('list', { name: 'Errors' })).toHaveTextContent('line 1, column 1')
  })
})

describe('the schema', () => {
  test('says where it is wrong, isn’t sent then, and can be generated from an example', async () => {
    const { openFormat, ask } = await openOnEngine('keyboard')
    await openFormat()
    await panel.getByRole('combobox', { name: 'Response format' }).selectOptions('JSON schema')
    const field = panel.getByRole('textbox', { name: 'JSON schema' })
    await field.fill('{\n  "type": object}')
    await expect.element(panel.getByRole('alert')).toHaveTextContent('line 2, column 11')
    const first = await ask()
    expect(first.request).not.toHaveProperty('response_format')
    first.say('ok')
    first.finish()
    await expect.element(reply).toHaveAttribute('data-state', 'done')
    await panel.getByRole('button', { name: 'Generate from example' }).click()
    await panel.getByRole('textbox', { name: 'Example reply' }).fill('{"age": 36}')
    await panel.getByRole('button', { name: 'Replace schema' }).click()
    await expect.element(field).toHaveFocus()
    expect(panel.element().scrollWidth).toBe(panel.element().clientWidth)
    const second = await ask()
    expect(second.request).toMatchObject({
      response_format: { json_schema: { schema: { properties: { age: { type: 'integer' } }, required: ['age'] } } },
    })
  })
})

describe('token probabilities', () => {
  test('are asked for, shown per token, and branch the reply', async () => {
    const { ask } = await openOnEngine()
    await panel.getByRole('button', { name: 'More parameters' }).click()
    await panel.getByRole('switch', { name: 'Token probabilities' }).click()
    const engine = await ask()
    expect(engine.request).toMatchObject({ logprobs: true, top_logprobs: 5 })
    engine.sayToken('The', -0.1, [
      ['The', -0.1],
      ['A', -2.4],
    ])
    engine.sayToken(' cat', -1.2, [
      [' cat', -1.2],
      [' dog', -0.9],
    ])
    engine.sayToken(' sat', -0.3, [])
    engine.finish()
    await expect.element(reply).toHaveAttribute('data-state', 'done')
    await tab('Tokens').click()
    const tokens = () => [...document.querySelectorAll('article:last-child [data-token]')]
    await expect.poll(() => tokens().map((each) => each.getAttribute('data-token'))).toEqual(['The', ' cat', ' sat'])
    expect(tokens().map((each) => each.getAttribute('data-logprob'))).toEqual(['-0.1', '-1.2', '-0.3'])
    expect(tokens().filter((each) => each.getAttribute('tabindex') === '0')).toHaveLength(1)
    await expectNoAxeViolations()
    reply
      .getByRole('button', { name: /^The, / })
      .element()
      .focus()
    await userEvent.keyboard('{ArrowRight}')
    const dog = reply.getByRole('list', { name: 'Alternatives' }).getByRole('button', { name: /dog/u })
    await expect.element(dog).toBeVisible()
    await dog.click()
    await expectCount(replies, 1)
    await expect.element(reply).toHaveTextContent('The dog')
    await expect.element(reply).toHaveTextContent('2 of 2')
  })
})

describe('the context gauge', () => {
  test('estimates the next request, and is corrected by the usage of a reply', async () => {
    const { ask } = await openOnEngine()
    const meter = page.getByRole('meter', { name: 'Context' })
    await expect.element(meter).toHaveAttribute('aria-valuemax', '1000')
    await messageField.fill('x'.repeat(400))
    await expect.element(meter).toHaveAttribute('aria-valuenow', '100')
    await expect.element(meter).toHaveAttribute('aria-valuetext', '≈ 100 of 1K tokens')
    const engine = await ask()
    engine.say('Hi')
    engine.finish('stop', { prompt_tokens: 800, completion_tokens: 50, total_tokens: 850 })
    await expect.element(meter).toHaveAttribute('aria-valuetext', '850 of 1K tokens')
    await expect.element(meter).toHaveAttribute('data-level', 'high')
    await messageField.fill('x'.repeat(800))
    await expect.element(meter).toHaveAttribute('data-level', 'full')
    await expectNoAxeViolations()
  })
})
