import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { handDrivenEngine, listingEngine } from '#app/data/calls/test-engines.test-support.ts'
import { dialogNamed, expectNone, message, press, replies } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const dialog = dialogNamed('Inspect')
const events = dialog.getByRole('group', { name: 'Events' })

async function say(): Promise<void> {
  await message.fill('it\'s "this" $HOME 日本語')
  await press('Enter')
}

async function openInspect(): Promise<void> {
  await page.getByRole('button', { name: 'Inspect' }).last().click()
  await expect.element(dialog).toBeVisible()
}

test('Replay sends the same body after later changes, and keeps the previous version', async () => {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  await say()
  const first = await engine.nextReply()
  first.say('First.')
  first.finish()
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Changed since.')
  await openInspect()
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await expectNone(dialog)
  const second = await engine.nextReply()
  expect(second.request).toEqual(first.request)
  second.say('Second.')
  second.finish()
  await expect.element(replies).toHaveTextContent('Second.')
  await expect.element(replies).toHaveTextContent('2 of 2')
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect.element(replies).toHaveTextContent('First.')
})

test.each([
  ['refused at once', 400],
  ['broken in the middle', 200],
])('can inspect a failed reply: %s', async (_, status) => {
  const list = listingEngine([{ id: 'faulty' }])
  const error = { error: { message: 'said by the engine', type: 'invalid_request_error', param: null, code: null } }
  await renderApp('/?model=faulty', {
    engines: [
      (request) => {
        if (request.url.endsWith('/models')) return list(request)
        if (status === 400) return Response.json(error, { status })
        const piece = { choices: [{ index: 0, delta: { content: 'Half a rep' }, finish_reason: null }] }
        const frames = [piece, error].map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
        return new Response(frames.join(''), { headers: { 'content-type': 'text/event-stream' } })
      },
    ],
  })
  await say()
  await expect.element(replies).toHaveAttribute('data-state', 'failed')
  await openInspect()
  await expect.element(dialog).toHaveTextContent(`Status ${status}`)
  await expect.element(events.getByRole('listitem').last()).toHaveTextContent('"error"')
  await press('Escape')
  await expect.element(page.getByRole('button', { name: 'Inspect' }).last()).toHaveFocus()
})
