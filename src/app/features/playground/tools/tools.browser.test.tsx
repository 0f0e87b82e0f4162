import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { expectNone, message, replies } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const panel = page.getByRole('complementary', { name: 'Parameters' })
const card = page.getByRole('group', { name: /^Tool call/u })
const tools = () => workspace.getState().panes[0]?.store.getState().tools

async function addTool(name: string, schema: string): Promise<void> {
  await page.getByRole('button', { name: 'Add tool' }).click()
  await page.getByRole('textbox', { name: 'Tool name' }).fill(name)
  await page.getByRole('textbox', { name: 'Tool parameters' }).fill(schema)
}

async function send(text: string): Promise<void> {
  await message.fill(text)
  await message.click()
  await userEvent.keyboard('{Enter}')
}

const citySchema = '{"type":"object","properties":{"city":{"enum":["Oslo"]}},"required":["city"]}'

test('a mock tool is called, answered and summarised', async () => {
  await renderApp('/?model=parley/tools')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await addTool('weather', citySchema)
  await page.getByRole('radio', { name: 'Mock' }).click()
  await page.getByRole('textbox', { name: 'Mock result' }).fill('cold and sunny')
  await send('Go')
  await expect.element(card).toHaveAttribute('data-state', 'done')
  await expect.element(card).toHaveTextContent('cold and sunny')
  await expect.element(card.getByRole('group', { name: 'Arguments' })).toHaveTextContent('{ "city": "Oslo" }')
  await expect.element(replies.last()).toHaveTextContent('cold and sunny')
  expect(replies.elements()).toHaveLength(2)
})

test('a tool that asks waits for its result, by keyboard alone, and can be asked again', async () => {
  await renderApp('/?model=parley/tools')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await addTool('weather', citySchema)
  await send('Go')
  await expect.element(card).toHaveAttribute('data-state', 'waiting')
  const field = card.getByRole('textbox', { name: 'Result' })
  field.element().focus()
  await userEvent.keyboard('raining{Tab}')
  await expect.element(page.getByRole('button', { name: 'Send results' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(replies.last()).toHaveTextContent('raining')
  await expect.element(card).toHaveAttribute('data-state', 'done')

  await card.getByRole('button', { name: 'Edit result' }).click()
  await field.fill('snowing')
  await page.getByRole('button', { name: 'Send results' }).click()
  await expect.element(replies.last()).toHaveTextContent('snowing')
  await expect.element(replies.last()).not.toHaveTextContent('raining')
})

test('arguments that don’t match the schema are listed, and can be edited', async () => {
  await renderApp('/?model=parley/tools')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await addTool('weather', citySchema)
  await send('Go')
  await expect.element(card).toHaveAttribute('data-state', 'waiting')
  await card.getByRole('button', { name: 'Edit arguments' }).click()
  await card.getByRole('textbox', { name: 'Arguments' }).fill('{"city":"Rome"}')
  await userEvent.keyboard('{Tab}')
  await expect.element(card.getByRole('list', { name: 'Problems' })).toHaveTextContent('city must be one of "Oslo"')
  await card.getByRole('button', { name: 'Edit arguments' }).click()
  await card.getByRole('textbox', { name: 'Arguments' }).fill('{"city":')
  await userEvent.keyboard('{Tab}')
  await expect.element(card.getByRole('list', { name: 'Problems' })).toHaveTextContent('aren’t valid JSON')
})

test('a tool that can’t be sent says why, and stays out of the request', async () => {
  await renderApp('/?model=parley/tools')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await addTool('weather', '{"type":')
  await expect.element(panel.getByRole('alert').last()).toHaveTextContent('This tool won’t be sent.')
  await send('Go')
  await expect.element(replies.last()).toHaveTextContent('this request has none')
  expect(tools()?.list).toHaveLength(1)
})

test('choice, parallel calls and rounds are set, and removing a tool can be undone', async () => {
  await renderApp('/?model=parley/tools')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await addTool('weather', '')
  await page.getByRole('combobox', { name: 'Tool choice' }).selectOptions('weather')
  await page.getByRole('switch', { name: 'Parallel tool calls' }).click()
  await page.getByRole('spinbutton', { name: 'Max tool rounds' }).fill('3')
  expect(tools()).toMatchObject({ choice: { tool: 'weather' }, parallel: false, maxRounds: 3 })
  await page.getByRole('button', { name: 'Remove tool' }).click()
  await expectNone(page.getByRole('textbox', { name: 'Tool name' }))
  await expect.element(page.getByRole('button', { name: 'Add tool' })).toHaveFocus()
})

test('an example becomes a schema', async () => {
  await renderApp('/?model=parley/tools')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await page.getByRole('button', { name: 'Add tool' }).click()
  await page.getByRole('button', { name: 'Generate from example' }).click()
  await page.getByRole('textbox', { name: 'Example arguments' }).fill('{"city":"Oslo","days":2}')
  await page.getByRole('button', { name: 'Replace schema' }).click()
  const { parameters = '' } = tools()?.list[0] ?? {}
  expect(JSON.parse(parameters)).toMatchObject({
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
  })
})
