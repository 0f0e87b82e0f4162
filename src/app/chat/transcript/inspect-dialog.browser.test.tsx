import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { handDrivenEngine, listingEngine } from '#app/data/calls/test-engines.test-support.ts'
import {
  dialogNamed,
  expectNone,
  focusOn,
  message,
  press,
  replies,
  sidewaysScroll,
  watchClipboard,
} from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const dialog = dialogNamed('Inspect')
const tab = (name: string) => dialog.getByRole('tab', { name })
const panel = dialog.getByRole('tabpanel')
const events = panel.getByRole('listitem')

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
  await tab('Response').click()
  await expect.element(panel).toHaveTextContent(`Status ${status}`)
  await expect.element(panel.getByRole('group', { name: 'Response body' })).toHaveTextContent('said by the engine')
  await tab('Events').click()
  if (status === 200) await expect.element(events.last()).toHaveTextContent('error.message said by the engine')
  else await expect.element(panel).toHaveTextContent('No events: the response wasn’t streamed.')
  await press('Escape')
  await expect.element(page.getByRole('button', { name: 'Inspect' }).last()).toHaveFocus()
})

/** A finished reply of these texts, with its inspector open. */
async function inspectReplyOf(texts: readonly string[]): Promise<void> {
  const engine = handDrivenEngine()
  await renderApp('/?model=hand-driven', { engines: [engine.answer] })
  await say()
  const reply = await engine.nextReply()
  for (const text of texts) reply.say(text)
  reply.finish('stop', { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 })
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  await openInspect()
}

test('has tabs that are one tab stop and that arrow keys select', async () => {
  await inspectReplyOf(['One', ' two'])
  await expect.element(tab('Request')).toHaveFocus()
  await expect.element(panel).toHaveAccessibleName('Request')
  for (const [key, name] of [
    ['ArrowRight', 'Response'],
    ['ArrowRight', 'Events'],
    ['ArrowRight', 'Request'],
    ['ArrowLeft', 'Events'],
    ['Home', 'Request'],
    ['End', 'Events'],
  ] as const) {
    await press(key)
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect.element(panel).toHaveAccessibleName(name)
    expect(dialog.getByRole('tab', { selected: true }).elements()).toHaveLength(1)
  }
  await press('Tab')
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus()
  await press('Escape')
  await openInspect()
  await expect.element(tab('Request')).toHaveAttribute('aria-selected', 'true')
})

test('shows and copies the request without the key', async () => {
  const copied = watchClipboard()
  await inspectReplyOf(['One'])
  await expect.element(panel).toHaveTextContent(/POST http\S+\/v1\/chat\/completions/u)
  await expect.element(panel.getByLabelText('Request headers')).toHaveTextContent('your key is not shown')
  const body = panel.getByRole('group', { name: 'Request body' })
  const sent = JSON.parse((body.element() as HTMLElement).innerText)
  expect(sent).toMatchObject({ model: 'hand-driven', stream: true })
  expect(sent.messages).toEqual([{ role: 'user', content: 'it\'s "this" $HOME 日本語' }])
  await panel.getByRole('button', { name: 'Copy request' }).click()
  await expect.poll(copied).toMatch(/^POST http\S+\ncontent-type: application\/json\nauthorization: Bearer •+ /u)
  expect(JSON.parse(copied()?.split('\n\n')[1] ?? '')).toEqual(sent)
  expect(copied()).not.toContain('test-key')
})

test('assembles and copies the response of a stream', async () => {
  const copied = watchClipboard()
  await inspectReplyOf(['One', ' two'])
  await tab('Response').click()
  await expect.element(panel).toHaveTextContent(/Status 200 · headers [\d,]+ ms · first data .* · total [\d,]+ ms/u)
  await expect.element(panel.getByLabelText('Response headers')).toHaveTextContent('text/event-stream')
  await expect.element(panel).toHaveTextContent('assembled from 5 events')
  const body = panel.getByRole('group', { name: 'Response body' })
  expect(JSON.parse((body.element() as HTMLElement).innerText)).toMatchObject({
    model: 'community/hand-driven',
    choices: [{ index: 0, message: { content: 'One two' }, finish_reason: 'stop' }],
    usage: { total_tokens: 11 },
  })
  await panel.getByRole('button', { name: 'Copy response' }).click()
  await expect.poll(copied).toMatch(/^Status 200\n(?:\S+: .*\n)+\n\{\n {2}"id"/u)
})

test('shows what each event adds, and its exact JSON on request', async () => {
  const copied = watchClipboard()
  await inspectReplyOf(['One', ' two'])
  await tab('Events').click()
  await expect
    .element(panel.getByLabelText('Same in every event'))
    .toHaveTextContent(/chat\.completion\.chunk.*community\/hand-driven/u)
  await expect.poll(() => events.elements().length).toBe(5)
  const texts = events.elements().map((each) => each.querySelector('[data-part=summary]')?.textContent)
  expect(texts.slice(0, 3)).toEqual(['"One"   role assistant', '" two"', 'finish_reason stop'])
  expect(texts[3]).toContain('usage.total_tokens 11')
  expect(texts[4]).toBe('[DONE]')
  await focusOn(events.first().getByRole('button'))
  await press('ArrowDown')
  const second = events.nth(1).getByRole('button')
  await expect.element(second).toHaveFocus()
  await press('Enter')
  await expect.element(second).toHaveAttribute('aria-expanded', 'true')
  const json = events.nth(1).getByRole('group', { name: 'Event' })
  expect(JSON.parse((json.element() as HTMLElement).innerText)).toMatchObject({
    object: 'chat.completion.chunk',
    choices: [{ delta: { content: ' two' } }],
  })
  await press('ArrowLeft')
  await expectNone(json)
  await press('ArrowRight')
  await expect.element(json).toBeVisible()
  await panel.getByRole('button', { name: 'Copy events' }).click()
  await expect.poll(copied).toMatch(/^\d+ ms\t\{"id":.*\n(?:\d+ ms\t.*\n){3}\d+ ms\t\[DONE\]\n$/u)
})

test('renders only the visible ones of 10,000 events, and reaches all by keyboard', async () => {
  await inspectReplyOf(Array.from({ length: 10_000 }, (_, index) => `word${index} `))
  await tab('Events').click()
  await expect.element(panel).toHaveTextContent('10,003 events')
  await expect.element(events.first()).toHaveTextContent('"word0 "')
  expect(events.elements().length).toBeLessThan(80)
  await focusOn(events.first().getByRole('button'))
  await press('End')
  await expect.element(events.last().getByRole('button')).toHaveFocus()
  await expect.element(events.last()).toHaveTextContent('[DONE]')
  await press('PageUp')
  await expect.element(events.filter({ hasText: '"word9992 "' }).getByRole('button')).toHaveFocus()
  await press('Home')
  await expect.element(events.first().getByRole('button')).toHaveFocus()
  expect(events.elements().length).toBeLessThan(80)
  // One tab stop: the next one is outside the list.
  expect(document.querySelectorAll('dialog li button[tabindex="0"]')).toHaveLength(1)
})

test('wraps long lines on a phone, and shows a long string in parts', async () => {
  await page.viewport(390, 844)
  await inspectReplyOf(['x'.repeat(10_000)])
  for (const name of ['Request', 'Response', 'Events']) {
    await tab(name).click()
    await expect.element(panel).toHaveAccessibleName(name)
    const wide = [...document.querySelectorAll('dialog *')].filter(
      (each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX === 'auto',
    )
    expect(wide).toEqual([])
    expect(sidewaysScroll()).toBe(0)
  }
  await tab('Response').click()
  const body = panel.getByRole('group', { name: 'Response body' })
  expect(body.element().textContent).not.toContain('x'.repeat(5_000))
  await body.getByRole('button', { name: 'Show more' }).click()
  await expectNone(body.getByRole('button', { name: 'Show more' }))
  expect(body.element().textContent).toContain(`"${'x'.repeat(10_000)}"`)
})

test('shows hostile text of a stream as text', async () => {
  const deception = '<img src=x onerror=alert(1)>\u202Etxt.exe'
  await inspectReplyOf([deception])
  for (const name of ['Response', 'Events']) {
    await tab(name).click()
    await expect.element(panel).toHaveTextContent(String.raw`<img src=x onerror=alert(1)>\u202etxt.exe`)
    expect(document.querySelector('dialog img')).toBeNull()
    expect(panel.element().textContent).not.toContain('\u202E')
  }
})
