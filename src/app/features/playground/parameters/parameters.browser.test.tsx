import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { messageField, replies } from '#app/chat/transcript/chat-steps.test-support.ts'
import { type HandDrivenEngine, handDrivenEngine } from '#app/data/calls/test-engines.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const panel = page.getByRole('complementary', { name: 'Parameters' })
const spin = (name: string) => panel.getByRole('spinbutton', { name: `${name} value` })
const field = (name: string) => panel.getByRole('textbox', { name })
const button = (name: string | RegExp) => panel.getByRole('button', { name })
const more = button(/^More parameters/u)

async function openOnEngine(): Promise<HandDrivenEngine> {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  return engine
}

/** The request body for the next message. */
async function sentFields(engine: HandDrivenEngine): Promise<object> {
  await messageField.fill('Hello')
  await userEvent.keyboard('{Enter}')
  const reply = await engine.nextReply()
  reply.finish()
  await expect.element(replies.last()).toHaveAttribute('data-state', 'done')
  const { model: _, messages: __, stream: ___, stream_options: ____, ...fields } = reply.request
  return fields
}

test('sends the parameters that were set', async () => {
  const engine = await openOnEngine()
  await spin('Temperature').fill('0.35')
  await expect.element(panel.getByRole('slider', { name: 'Temperature' })).toHaveValue('0.35')
  await more.click()
  await spin('Top P').fill('0.5')
  await spin('Frequency penalty').fill('-1.25')
  await spin('Presence penalty').fill('2')
  await panel.getByRole('spinbutton', { name: 'Seed' }).fill('42')
  for (const text of ['\\n\\n', '\\t']) {
    await field('Stop sequences').fill(text)
    await userEvent.keyboard('{Enter}')
  }
  await field('Other fields (JSON)').fill('{"top_k": 40}')
  await expect.element(more).toHaveTextContent('6 changed')
  const sent = { temperature: 0.35, top_p: 0.5, frequency_penalty: -1.25, presence_penalty: 2, seed: 42 }
  expect(await sentFields(engine)).toEqual({ ...sent, stop: ['\n\n', '\t'], top_k: 40 })
})

test('resets parameters one by one or all at once, and no longer sends them', async () => {
  const engine = await openOnEngine()
  await spin('Temperature').fill('0.35')
  await more.click()
  await spin('Top P').fill('0.5')
  await field('Other fields (JSON)').fill('{"top_k": 40}')
  await button('Reset temperature').click()
  await expect.element(spin('Temperature')).toHaveValue(null)
  await button('Reset all').click()
  await expect.element(more).not.toHaveTextContent('changed')
  await button('Undo settings').click()
  await expect.element(more).toHaveTextContent('2 changed')
  await button('Reset all').click()
  expect(await sentFields(engine)).toEqual({})
})

test('additional fields report errors, keep the input, and aren’t sent while invalid', async () => {
  const engine = await openOnEngine()
  await more.click()
  const extra = field('Other fields (JSON)')
  for (const [typed, reason] of [
    ['{"top_k": ', 'valid JSON'],
    ['[1]', 'one object'],
    ['{"stream": false}', 'stream'],
    ['{"temperature": 0}', 'Temperature'],
  ] as const) {
    await extra.fill(typed)
    await expect.element(panel.getByRole('alert')).toHaveTextContent(reason)
  }
  await expect
    .element(page.getByText('Other fields (JSON) won’t be sent. Remove "temperature"', { exact: false }))
    .toBeVisible()
  expect(await sentFields(engine)).toEqual({})
  await expect.element(extra).toHaveValue('{"temperature": 0}')
})

test('lists invalid parameters at the message field, with a link to each', async () => {
  await openOnEngine()
  await spin('Temperature').fill('3')
  await more.click()
  await spin('Top P').fill('-1')
  await more.click()
  await expect
    .element(messageField)
    .toHaveAccessibleDescription(
      'Temperature won’t be sent. Enter a number from 0 to 2. Top P won’t be sent. Enter a number from 0 to 1.',
    )
  await page.getByRole('button', { name: 'Temperature', exact: true }).click()
  await expect.element(spin('Temperature')).toHaveFocus()
  await spin('Temperature').fill('0.5')
  await page.getByRole('button', { name: 'Top P', exact: true }).click()
  await expect.element(spin('Top P')).toHaveFocus()
  await expect.element(spin('Top P')).toHaveValue(-1)
  await spin('Top P').fill('0.5')
  await expect.element(messageField).toHaveAccessibleDescription('')
})

test('applies presets with undo, and renames, deletes and restores them', async () => {
  await renderApp('/?model=parley/echo')
  await field('System prompt').fill('Be brief.')
  await panel.getByRole('spinbutton', { name: 'Max tokens' }).fill('99')
  await button('Presets').click()
  await field('Preset name').fill('Terse')
  await button('Save preset').click()
  await field('System prompt').fill('Something else.')
  await button('Reset max tokens').click()
  await button('Apply Terse').click()
  await expect.element(panel.getByRole('status').filter({ hasText: 'Applied Terse.' })).toBeVisible()
  await expect.element(field('System prompt')).toHaveValue('Be brief.')
  await expect.element(panel.getByRole('spinbutton', { name: 'Max tokens' })).toHaveValue('99')
  await button('Undo settings').click()
  await expect.element(field('System prompt')).toHaveValue('Something else.')
  await button('Rename Terse').click()
  await userEvent.keyboard('Curt{Enter}')
  await expect.element(button('Rename Curt')).toHaveFocus()
  await button('Delete Curt').click()
  await expect.element(button('Apply Curt')).not.toBeInTheDocument()
  await button('Restore').click()
  await expect.element(button('Apply Curt')).toBeVisible()
})

test('marks the parameters that the selected model ignores', async () => {
  await renderApp('/?model=parley/echo')
  await expect.poll(() => panel.getByText('Echo doesn’t support this', { exact: false }).elements().length).toBe(1)
  await spin('Temperature').fill('1.5')
  await expect.element(panel.getByText('but it will be sent.', { exact: false })).toBeVisible()
})

test('shows the first three parameters without scrolling, and works by keyboard', async () => {
  await renderApp('/?model=parley/babble')
  const temperature = panel.getByRole('slider', { name: 'Temperature' })
  const limit = panel.getByRole('spinbutton', { name: 'Max tokens' })
  for (const control of [field('System prompt'), temperature, limit]) {
    await expect.element(control).toBeInViewport({ ratio: 1 })
  }
  expect(page.getByText('doesn’t support this', { exact: false }).query()).toBeNull()
  await field('System prompt').click()
  await userEvent.keyboard('{Tab}3')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a number from 0 to 2, or leave it empty.')
  await userEvent.keyboard('{Backspace}1.5')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}')
  await expect.element(temperature).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(spin('Temperature')).toHaveValue(1.51)
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
  await expect.element(button('Reset temperature')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(temperature).toHaveValue('1')
  await limit.fill('0')
  await expect.element(page.getByRole('alert')).toHaveTextContent('whole number of at least 1')
  await expect.element(limit).toHaveValue('0')
  await limit.fill('7')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
