import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { handDrivenEngine } from '#app/data/calls/test-engines.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import { choose, messageField, replies, said, say } from './chat-steps.test-support.ts'

const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
const partOf = (article: Locator, part: string) => boxOf(article.element().querySelector(`[data-part="${part}"]`))
const toolbarOf = (article: Locator) => article.getByRole('group', { name: 'Actions' })
const opacityOf = (article: Locator) => getComputedStyle(toolbarOf(article).element()).opacity

test('puts label, text, code, tables, figures and composer on the same edges, in one rhythm', async () => {
  await renderApp('/?model=parley/echo')
  await say('one')
  await say('Some words\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |')
  await choose(said.first(), 'Insert message before')
  await page.getByRole('textbox', { name: 'New message' }).fill('Be brief.')
  await page.getByRole('combobox', { name: 'Role' }).selectOptions('system')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const system = page.getByRole('article', { name: 'System' })
  await expect.element(system).toBeVisible()

  const reply = replies.last()
  const edges = [
    ...[system, said.last(), reply].flatMap((article) => [partOf(article, 'label'), partOf(article, 'text')]),
    boxOf(reply.element().querySelector('.code-block')),
    boxOf(reply.element().querySelector('table')),
    boxOf(reply.getByRole('group', { name: 'Figures' }).element().parentElement),
    boxOf(messageField.element().parentElement),
  ].map(({ left, width }) => ({ left, width }))
  expect(edges).toEqual(edges.map(() => ({ left: edges[0]?.left, width: 672 })))

  const articles = page.getByRole('article').all()
  for (const [place, article] of articles.entries()) {
    expect(partOf(article, 'label').height).toBe(24)
    expect(partOf(article, 'text').top - partOf(article, 'label').bottom).toBe(4)
    const next = articles[place + 1]
    if (next) expect(boxOf(next.element()).top - boxOf(article.element()).bottom).toBe(20)
  }
})

test('shows the toolbar on the last reply and on approach, at the right of the label, and moves nothing', async () => {
  await renderApp('/?model=parley/echo')
  await say('one')
  await say('two')
  await userEvent.hover(messageField)
  await expect.poll(() => [replies.first(), said.last()].map(opacityOf)).toEqual(['0', '0'])
  await expect.poll(() => opacityOf(replies.last())).toBe('1')
  const boxes = () =>
    page
      .getByRole('article')
      .elements()
      .map((article) => boxOf(article).toJSON())
  const before = boxes()
  await userEvent.hover(replies.first())
  await expect.poll(() => opacityOf(replies.first())).toBe('1')
  expect(boxes()).toEqual(before)
  await userEvent.hover(messageField)
  ;(said.first().getByRole('button', { name: 'Edit' }).element() as HTMLElement).focus()
  await expect.poll(() => [said.first(), replies.first()].map(opacityOf)).toEqual(['1', '0'])
  const label = partOf(replies.last(), 'label')
  const toolbar = boxOf(toolbarOf(replies.last()).element())
  expect({ top: toolbar.top, bottom: toolbar.bottom }).toEqual({ top: label.top, bottom: label.bottom })
  // An icon, not its button, ends at the edge.
  expect(toolbar.right - label.right).toBe(4)
  for (const button of toolbarOf(replies.last()).getByRole('button').elements()) {
    expect(boxOf(button).width).toBeGreaterThanOrEqual(24)
    expect(boxOf(button).height).toBeGreaterThanOrEqual(24)
  }
})

test('hides the toolbar in a narrow pane until it is wanted, as it covers the label, and sets smaller text', async () => {
  await renderApp('/?models=parley/echo,parley/echo,parley/echo')
  await messageField.fill('one')
  await userEvent.keyboard('{Enter}')
  const reply = page
    .getByRole('log')
    .first()
    .getByRole('article', { name: /^Reply/u })
  await expect.element(toolbarOf(reply)).toBeInTheDocument()
  expect(opacityOf(reply)).toBe('0')
  await userEvent.hover(reply)
  await expect.poll(() => opacityOf(reply)).toBe('1')
  expect(boxOf(toolbarOf(reply).element()).right - partOf(reply, 'label').right).toBe(4)
  const { fontSize, lineHeight } = getComputedStyle(reply.getByText('one').element())
  expect({ fontSize, lineHeight }).toEqual({ fontSize: '14px', lineHeight: '22px' })
})

test('keeps the height of a reply from the wait to the end', async () => {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  await messageField.fill('Go on')
  await userEvent.keyboard('{Enter}')
  const stream = await engine.nextReply()
  await expect.element(replies).toHaveTextContent('Waiting for first token…')
  const heights = [boxOf(replies.element()).height]
  stream.say('One line')
  await expect.element(replies).toHaveTextContent('Writing…')
  heights.push(boxOf(replies.element()).height)
  stream.finish('stop', { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 })
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  await expect.element(toolbarOf(replies)).toBeInTheDocument()
  heights.push(boxOf(replies.element()).height)
  // Label, 4 px, a line of text, 8 px, figures.
  expect(heights).toEqual(heights.map(() => 24 + 4 + 24 + 8 + 24))
})
