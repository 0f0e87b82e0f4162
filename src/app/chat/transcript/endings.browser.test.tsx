import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { waitingReply } from '#app/chat/store/conversation.test-support.ts'
import { handDrivenEngine } from '#app/data/calls/test-engines.test-support.ts'
import type { TestServer } from '#app/data/calls/test-network.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import { messageField, replies, textsIn } from './chat-steps.test-support.ts'
import { ReplyProgress } from './plain-message.tsx'

const button = (name: string) => page.getByRole('log').getByRole('button', { name, exact: true })
const alert = replies.getByRole('alert')

async function ask() {
  await messageField.fill('Hello')
  await userEvent.keyboard('{Enter}')
}

test('keeps a partial reply, and continues or retries it', async () => {
  const engine = handDrivenEngine()
  const intercept = (request: Request, service: TestServer) =>
    request.url.endsWith('/chat/completions') ? engine.answer(request) : service(request)
  await renderApp('/?model=parley/echo', { intercept })
  await ask()
  for (const [text, next] of [
    ['Half a rep', 'Continue'],
    ['Half a repHalf a rep', 'Retry'],
    ['Half a rep', undefined],
  ] as const) {
    const reply = await engine.nextReply()
    reply.say('Half a rep')
    await expect.poll(() => textsIn().at(-1)).toBe(text)
    reply.cut()
    await expect.element(replies).toHaveAttribute('data-state', 'interrupted')
    expect(textsIn().at(-1)).toBe(text)
    // The alert announces it, and the log doesn't announce it again.
    await expect.element(alert).toHaveTextContent('Continue from what arrived')
    expect(page.getByRole('status').filter({ hasText: 'ended early' }).query()).toBeNull()
    if (next !== undefined) await button(next).click()
  }
})

test('continues a reply that reached its limit or was stopped', async () => {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  await ask()
  const reply = await engine.nextReply()
  reply.say('As far as it')
  reply.finish('length')
  await expect.element(replies).toHaveTextContent('reached its token limit')
  await expect.element(button('Continue')).toBeVisible()
  expect(button('Retry').query()).toBeNull()

  await page.getByRole('button', { name: 'New conversation' }).click()
  await ask()
  await engine.nextReply()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.element(replies).toHaveAttribute('data-state', 'stopped')
  await expect.element(replies).toHaveTextContent('Stopped before the first token')
  expect(alert.query()).toBeNull()
  await expect.element(button('Retry')).toBeVisible()
  expect(button('Continue').query()).toBeNull()
})

test('counts down a rate limit in seconds, and doesn’t retry automatically', async () => {
  let asked = 0
  const limited = (request: Request, service: TestServer) => {
    if (!request.url.endsWith('/chat/completions')) return service(request)
    asked += 1
    const error = { message: 'Too many requests.', type: 'rate_limit_error', param: null, code: 'rate_limited' }
    return Response.json({ error }, { status: 429, headers: { 'retry-after': '2' } })
  }
  await renderApp('/?model=parley/echo', { intercept: limited })
  await ask()
  await expect.element(replies).toHaveAttribute('data-state', 'failed')
  await expect.element(alert).toHaveTextContent('Status 429Too many requests.')
  await expect.element(button('Retry')).toHaveAttribute('aria-disabled', 'true')
  expect(document.querySelector('[data-retry-in]')?.textContent).toMatch(/^in \d s$/u)
  await expect.element(replies.getByRole('status')).toHaveTextContent('You can retry now.')
  await expect.element(button('Retry')).toHaveAttribute('aria-disabled', 'false')
  expect(asked).toBe(1)
  await button('Retry').click()
  await expect.poll(() => asked).toBe(2)
})

test('shows the message and status of a failed connection', async () => {
  const origin = 'https://elsewhere.test'
  const broken: TestServer = ({ url }) =>
    url.endsWith('/models')
      ? Response.json({ object: 'list', data: [{ id: 'other-broken' }] })
      : Response.json({ error: { message: 'Out of memory.', type: 'test', param: null, code: null } }, { status: 503 })
  await renderApp('/settings', { servers: { [origin]: broken } })
  await page.getByRole('textbox', { name: 'Base URL' }).fill(origin)
  await page.getByRole('textbox', { name: 'Name' }).fill('Elsewhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Saved ' })).toBeVisible()
  await page.getByRole('link', { name: 'Playground' }).click()
  // The only real model is selected by itself.
  await expect.element(page.getByRole('combobox', { name: 'Model' })).toHaveValue('other-broken')
  await ask()
  await expect.element(alert).toHaveTextContent('Elsewhere failed (503): Out of memory.')
  await expect.element(replies).toHaveTextContent(/^other-brokenElsewhere/u)
  await expect.element(button('Retry')).toBeVisible()
  await button('Inspect').click()
  await page.getByRole('tab', { name: 'Response' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Inspect' })).toHaveTextContent('Status 503')
})

test('offers another model when one is missing', async () => {
  await renderApp('/?model=parley/ech')
  await ask()
  await expect.element(replies).toHaveAttribute('data-state', 'failed')
  await replies.getByRole('button', { name: 'Choose another model' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Model' })).toHaveFocus()
})

test('counts a long wait in seconds, without announcing it', async () => {
  const { container } = await render(<ReplyProgress reply={{ ...waitingReply, sentAt: performance.now() }} />)
  expect(container.textContent).toBe('Waiting for first token…')
  await render(<ReplyProgress reply={{ ...waitingReply, sentAt: performance.now() - 11_000 }} />, { container })
  expect(container.textContent).toMatch(/^Waiting for first token… 1[12] s$/u)
  await expect.poll(() => container.textContent).toMatch(/… 1[345] s$/u)
  expect(container.querySelector('[aria-live], [role="status"], [role="alert"]')).toBeNull()
})
