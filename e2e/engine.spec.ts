import { expect } from '@playwright/test'
import { startHandDrivenEngine } from './hand-driven-engine.ts'
import { startParley, test } from './parley.ts'

test('shows the first tokens before the engine sends the last', async ({ page }) => {
  const engine = await startHandDrivenEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl, PARLEY_ENGINE_KEY: 'engine-secret' })
  try {
    await page.goto(`${parley.baseUrl}/?model=community%2Fhand-driven#key=${parley.key}`)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Go on')
    await message.press('Enter')
    const reply = await engine.nextReply()
    expect(reply.request).toMatchObject({ model: 'hand-driven', messages: [{ role: 'user', content: 'Go on' }] })

    const shown = page.getByRole('article', { name: 'Reply from community/hand-driven' })
    const text = shown.locator('[data-part="text"]')
    reply.say('First words')
    await expect(text).toHaveText('First words')
    await expect(shown).toHaveAttribute('data-state', 'streaming')
    reply.say(', and the last.')
    reply.finish()
    await expect(text).toHaveText('First words, and the last.')
    await expect(shown).toHaveAttribute('data-state', 'done')

    await message.fill('Once more')
    await message.press('Enter')
    const second = await engine.nextReply()
    second.say('Never to be finished')
    await expect(text.last()).toHaveText('Never to be finished')
    await page.getByRole('button', { name: 'Stop' }).click()
    await second.gone
    await expect(shown.last()).toHaveAttribute('data-state', 'stopped')
  } finally {
    await parley.stop()
    await engine.stop()
  }
})

test('streams a tool call, keeps it after a reload and sends it with the next message', async ({ page }) => {
  const engine = await startHandDrivenEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  try {
    await page.goto(`${parley.baseUrl}/?model=community%2Fhand-driven#key=${parley.key}`)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Weather?')
    await message.press('Enter')
    const reply = await engine.nextReply()
    const shown = page.getByRole('article', { name: 'Reply from community/hand-driven' })
    const call = shown.getByRole('group', { name: 'Tool call weather', exact: true })
    const args = call.locator('[data-part="arguments"]')
    reply.callTool({ index: 0, id: 'c1', function: { name: 'weather', arguments: '{"city":"<i>K' } })
    await expect(args).toHaveText('{ "city": "<i>K')
    await expect(shown).toHaveAttribute('data-state', 'streaming')
    reply.callTool({ index: 0, function: { arguments: 'öln</i>"}' } })
    reply.finish('tool_calls')
    await expect(args).toHaveText('{ "city": "<i>Köln</i>" }')
    await expect(shown.getByRole('group', { name: 'Figures' })).toContainText('Stopped: tool call')
    await expect(page).toHaveURL(/\/c\//u)
    await page.reload()
    await expect(args).toHaveText('{ "city": "<i>Köln</i>" }')
    await message.fill('And?')
    await message.press('Enter')
    const next = await engine.nextReply()
    expect(next.request.messages).toEqual([
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"<i>Köln</i>"}' } },
        ],
      },
      // Services refuse a call without a result.
      { role: 'tool', tool_call_id: 'c1', content: 'No result' },
      { role: 'user', content: 'And?' },
    ])
    next.finish()
    await expect(shown.last()).toContainText('Empty reply')
  } finally {
    await parley.stop()
    await engine.stop()
  }
})

test('keeps the partial reply and offers Retry when the service stops mid-reply', async ({ page }) => {
  const engine = await startHandDrivenEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  try {
    await page.goto(`${parley.baseUrl}/?model=community%2Fhand-driven#key=${parley.key}`)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Go on')
    await message.press('Enter')
    const reply = await engine.nextReply()
    reply.say('As far as it came')
    const shown = page.getByRole('article', { name: /Reply/u })
    await expect(shown).toContainText('As far as it came')
    await engine.stop()
    await expect(shown).toHaveAttribute('data-state', /failed|interrupted/u)
    await expect(shown).toContainText('As far as it came')
    await expect(shown.getByRole('alert')).toBeVisible()
    await expect(shown.getByRole('button', { name: 'Retry' })).toBeVisible()
  } finally {
    await parley.stop()
  }
})
