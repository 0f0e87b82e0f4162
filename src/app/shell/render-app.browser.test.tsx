import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { handDrivenEngine } from '#app/data/calls/test-engines.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const message = page.getByRole('textbox', { name: 'Message', exact: true })

test('shows the reply of a built-in model', async () => {
  await renderApp('/?model=parley/echo')
  await message.fill('one two three')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByRole('article').nth(1)).toHaveAttribute('data-state', 'done')
  await expect.element(page.getByRole('article').nth(1)).toHaveTextContent('one two three')
  expect(location.pathname).toMatch(/^\/c\//u)
})

test('streams a reply, and Stop cancels it at the engine', async () => {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  await message.fill('Begin')
  await page.getByRole('button', { name: 'Send' }).click()
  const written = await engine.nextReply()
  written.say('The first half')
  await expect.element(page.getByRole('article').nth(1)).toHaveTextContent('The first half')
  await page.getByRole('button', { name: 'Stop' }).click()
  await written.gone
  await expect.element(page.getByRole('article').nth(1)).toHaveAttribute('data-state', 'stopped')
})
