import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { handDrivenEngine, listingEngine } from '#app/data/calls/test-engines.test-support.ts'
import type { TestServer } from '#app/data/calls/test-network.test-support.ts'
import {
  dialogNamed,
  expectNone,
  focusOn,
  message,
  modelField,
  press,
  replies,
  statusWith,
  watchClipboard,
} from '#app/shell/page-steps.test-support.ts'
import { providers } from '#dialects/providers.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const planted = 'sk-or-planted-51c8'
const dialog = dialogNamed('Connect a model')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const keyField = dialog.getByLabelText('API key')
const alert = dialog.getByRole('alert')
const kept = (storage: Storage) => JSON.stringify(Object.entries(storage))

/** OpenRouter: anyone may list its models, and only `/key` tells whether a key is valid. */
function openRouter() {
  const engine = handDrivenEngine([{ id: 'maker/one', name: 'One' }])
  const answer: TestServer = (request) => {
    const { pathname } = new URL(request.url)
    const isListing = pathname === '/api/v1/models'
    if (!isListing && request.headers.get('authorization') !== `Bearer ${planted}`)
      return Response.json({ error: { message: 'No auth credentials found', code: 401 } }, { status: 401 })
    return pathname === '/api/v1/key' ? Response.json({ data: {} }) : engine.answer(request)
  }
  return { engine, answer }
}

async function openDialog(servers: Record<string, TestServer> = {}, address = '/'): Promise<void> {
  await renderApp(address, { servers })
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect.element(dialog).toBeVisible()
}

test('checks a provider’s key, saves it for this tab, selects a model and chats with it', async () => {
  const { engine, answer } = openRouter()
  await openDialog({ 'https://openrouter.ai': answer })
  await button('Add key: OpenRouter').click()
  await expect.element(keyField).toHaveFocus()
  await keyField.fill('sk-or-wrong')
  await button('Connect').click()
  await expect.element(alert).toHaveTextContent('OpenRouter rejected the API key.')
  expect(kept(sessionStorage) + kept(localStorage)).not.toMatch(/openrouter|sk-or/u)

  await keyField.fill(planted)
  await press('Enter')
  await expectNone(dialog)
  await expect.element(statusWith('Connected OpenRouter: 1 model. One is selected.')).toBeInTheDocument()
  await expect.element(message).toHaveFocus()
  await expect.element(modelField).toHaveValue('One')
  await expect.element(page.getByText('via OpenRouter')).toBeVisible()
  expect(kept(localStorage)).not.toContain(planted)
  expect(kept(sessionStorage)).toContain(planted)
  expect(document.documentElement.outerHTML).not.toContain(planted)

  await message.fill('Hello')
  await press('Control+Enter')
  const reply = await engine.nextReply()
  expect(reply.request.model).toBe('maker/one')
  reply.say('Hello to you.')
  reply.finish()
  await expect.element(replies).toHaveTextContent('Hello to you.')
})

test('works by keyboard alone', async () => {
  const { answer } = openRouter()
  await renderApp('/', { servers: { 'https://openrouter.ai': answer } })
  await focusOn(page.getByRole('button', { name: 'Connect', exact: true }))
  await press('Enter')
  await expect.element(dialog).toBeVisible()
  while (document.activeElement?.getAttribute('aria-label') !== 'Add key: OpenRouter') await press('Tab')
  await press('Enter')
  await expect.element(keyField).toHaveFocus()
  await userEvent.keyboard(planted)
  await press('Enter')
  await expect.element(message).toHaveFocus()
  await expect.element(modelField).toHaveValue('One')
})

test('asks for a missing key, and stores one on this device if asked to', async () => {
  const { answer } = openRouter()
  await openDialog({ 'https://openrouter.ai': answer })
  await button('Add key: OpenRouter').click()
  await button('Connect').click()
  await expect.element(alert).toHaveTextContent('Paste a key of OpenRouter.')
  await expect.element(keyField).toHaveFocus()
  await dialog.getByRole('radio', { name: 'This device' }).click()
  await keyField.fill(planted)
  await button('Connect').click()
  await expectNone(dialog)
  expect(kept(localStorage)).toContain(planted)
})

test('selects the model that the conversation already names', async () => {
  const openai = listingEngine([{ id: 'gpt-9' }, { id: 'gpt-4.1-mini' }])
  await renderApp('/?model=openai/gpt-4.1-mini', { servers: { 'https://api.openai.com': openai } })
  await page.getByRole('note').getByRole('button', { name: 'Connect' }).click()
  await button('Add key: OpenAI').click()
  await keyField.fill('sk-x')
  await press('Enter')
  await expect.element(modelField).toHaveValue('gpt-4.1-mini')
})

test('lists Anthropic’s models with the headers that it needs', async () => {
  const headers: Headers[] = []
  const list = listingEngine([{ id: 'claude-test' }])
  await openDialog({
    'https://api.anthropic.com': (request) => {
      headers.push(request.headers)
      return list(request)
    },
  })
  await button('Add key: Anthropic').click()
  await keyField.fill('sk-ant-x')
  await press('Enter')
  await expect.element(modelField).toHaveValue('claude-test')
  expect(headers[0]?.get('x-api-key')).toBe('sk-ant-x')
  expect(headers[0]?.get('authorization')).toBeNull()
  expect(headers[0]?.get('anthropic-dangerous-direct-browser-access')).toBe('true')
})

test('connects any other server, and offers a better address', async () => {
  const list = listingEngine([{ id: 'mine' }])
  const server: TestServer = (request) =>
    new URL(request.url).pathname === '/api/v1/models' ? list(request) : new Response('', { status: 404 })
  await openDialog({ 'https://box.test': server })
  await button('Enter a base URL').click()
  const address = dialog.getByRole('textbox', { name: 'Base URL' })
  await address.fill('box.test/api')
  await button('Connect').click()
  await expect.element(alert).toHaveTextContent('Start the URL with https://')
  await expect.element(address).toHaveFocus()
  await address.fill('https://box.test/api')
  await button('Connect').click()
  await button('Use https://box.test/api/v1').click()
  await expect.element(address).toHaveValue('https://box.test/api/v1')
  await button('Connect').click()
  await expect.element(modelField).toHaveValue('mine')
})

test('finds local servers and connects one with a click', async () => {
  const ollama = listingEngine(['a', 'b', 'c', 'd'].map((id) => ({ id })))
  await openDialog({ 'http://127.0.0.1:11434': ollama })
  const local = dialog.getByRole('group', { name: 'On this computer' })
  await expect.element(local).toHaveTextContent('OllamaRunning: a, b, c and 1 more')
  await button('Connect Ollama').click()
  await expect.element(modelField).toHaveValue('a')
})

test('says that no local server was found, and looks again', async () => {
  const servers: Record<string, TestServer> = {}
  await openDialog(servers)
  const local = dialog.getByRole('group', { name: 'On this computer' })
  await expect.element(local).toHaveTextContent('None found. Start Ollama')
  servers['http://127.0.0.1:1234'] = listingEngine([{ id: 'late' }])
  await button('Look again').click()
  await expect.element(local).toHaveTextContent('LM StudioRunning: late')
})

test('offers every provider of the table', async () => {
  await openDialog()
  await button('Show more providers').click()
  const group = dialog.getByRole('group', { name: 'Providers' })
  for (const { label, offers } of providers) {
    await expect.element(group).toHaveTextContent(label)
    await expect.element(group).toHaveTextContent(offers)
  }
})

test('shows the command for a provider that blocks browsers', async () => {
  const read = watchClipboard()
  await openDialog()
  await button('Show more providers').click()
  await button('Show command: NVIDIA').click()
  await button('Copy command for NVIDIA').click()
  expect(read()).toBe('NVIDIA_API_KEY=YOUR_KEY npm start')
})

test('selects a demo model', async () => {
  await openDialog()
  await button('Use Echo').click()
  await expectNone(dialog)
  await expect.element(modelField).toHaveValue('Echo')
  await expect.element(page.getByText('Demo', { exact: true })).toBeVisible()
})

test('offers Connect until a real model is connected', async () => {
  const { answer } = openRouter()
  await openDialog({ 'https://openrouter.ai': answer })
  await press('Escape')
  await message.fill('Hello')
  await press('Control+Enter')
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await button('Add key: OpenRouter').click()
  await keyField.fill(planted)
  await press('Enter')
  await expectNone(page.getByRole('button', { name: 'Connect', exact: true }))
})
