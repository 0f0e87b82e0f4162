import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readPayload, writeFragment } from '#app/data/share/share-codec.ts'
import { writeSetup } from '#app/data/share/shared-setup.ts'
import {
  dialogNamed,
  expectNone,
  message,
  modelField,
  replies,
  statusWith,
  talk,
  watchDownloads,
} from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const planted = 'sk-planted-4f1c77'
const dialog = dialogNamed('Share')
const alert = page.getByRole('alert')
const systemPrompt = page.getByRole('textbox', { name: 'System prompt' })

async function openShare(): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.element(dialog).toBeVisible()
}

async function hasLink(): Promise<void> {
  const link = dialog.getByRole('textbox', { name: 'Link' })
  await expect.poll(() => (link.query() as HTMLInputElement | null)?.value).toContain('#s=1.')
}

/** Drops a file on the page. */
async function drop(name: string, text: string): Promise<void> {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([text], name))
  const main = await page.getByRole('main').findElement()
  main.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

test('shares only the setup of an empty conversation, without mentioning messages', async () => {
  await renderApp('/?model=parley/eliza')
  await openShare()
  await hasLink()
  await expect.element(dialog.getByRole('radio', { name: 'No messages' })).toBeChecked()
  for (const status of dialog.getByRole('status').elements()) expect(status.textContent).not.toContain('message')
})

test('includes the conversation in the link, and says so next to the button', async () => {
  await renderApp('/?model=parley/echo')
  await talk('Good morning')
  await openShare()
  await hasLink()
  const status = dialog.getByRole('status').filter({ hasText: 'The link' })
  await expect.element(dialog.getByRole('radio', { name: 'All with replies' })).toBeChecked()
  await expect.element(status).toHaveTextContent('The link contains 2 messages. Anyone with the link can read them.')
  await dialog.getByRole('radio', { name: 'No messages' }).click()
  await expect.element(status).toHaveTextContent('The link contains no messages.')
  await dialog.getByRole('radio', { name: 'Chosen messages' }).click()
  await dialog.getByRole('checkbox', { name: 'Good morning' }).first().click()
  await expect.element(status).toHaveTextContent('The link contains 1 message. Anyone with the link can read it.')
})

test('explains that a local link only works on this computer, and offers no QR code', async () => {
  await renderApp('/')
  await openShare()
  const { hostname } = location
  await expect
    .element(dialog.getByRole('status').filter({ hasText: 'characters' }))
    .toHaveTextContent(`${hostname} only works on this computer.`)
  await expect.element(dialog.getByText(`No QR code: other devices can’t reach ${hostname}.`)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'QR code' }).query()).toBeNull()
})

test('updates the notice of an opened setup when a message is sent', async () => {
  await renderApp('/settings')
  const pane = { model: 'parley/echo', system: '', parameters: {}, extraBody: '', messages: [] }
  location.hash = await writeFragment({ panes: [pane], draft: 'Hello' })
  await expect.element(page.getByText('Nothing has been sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText('This conversation started from a shared setup.')).toBeVisible()
  expect(page.getByText('Nothing has been sent').query()).toBeNull()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expectNone(page.getByText('shared setup'))
})

test('explains where to get a key when the page is opened without one', async () => {
  await renderApp('/', { key: null, isKey: (key) => key !== undefined })
  await expect.element(alert.first()).toHaveTextContent('ask the person who runs this server')
})

test('offers a file if a link would be too long, and opens it when dropped', async () => {
  const downloaded = watchDownloads()
  const sent: string[] = []
  const intercept = (request: Request, service: (request: Request) => Response | Promise<Response>) => {
    sent.push(new URL(request.url).pathname)
    return service(request)
  }
  await renderApp('/', { intercept })
  // Random letters, which don't compress well.
  const long = Array.from({ length: 9_000 }, (_, at) => ((at * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ')
  await systemPrompt.fill(long)
  await openShare()
  await expect.element(statusWith('Too long for a link')).toBeVisible()
  expect(page.getByRole('button', { name: 'Copy link' }).query()).toBeNull()
  await page.getByRole('button', { name: 'Download file' }).click()
  const { name, text } = await downloaded()
  expect(name).toBe('parley-setup.json')

  await renderApp('/models', { intercept })
  await drop(name, text)
  await expect.element(statusWith('Opened a shared setup')).toBeVisible()
  await expect.element(systemPrompt).toHaveValue(long)
  expect(sent).not.toContain('/v1/chat/completions')
})

test('opens a dropped request body, curl command or conversation export, and attaches other files', async () => {
  await renderApp('/')
  await expect.element(systemPrompt).toBeVisible()
  const messages = [
    { role: 'system', content: 'From a body.' },
    { role: 'user', content: 'What next?' },
  ]
  const body = JSON.stringify({ model: 'parley/echo', messages, temperature: 0.7 })
  await drop('body.json', body)
  await expect.element(systemPrompt).toHaveValue('From a body.')
  await expect.element(page.getByRole('spinbutton', { name: 'Temperature' })).toHaveValue(0.7)
  await expect.element(message).toHaveValue('What next?')

  const url = `${location.origin}/v1/chat/completions`
  await drop('call.sh', `curl ${url} -H "Authorization: Bearer ${planted}" -d '${body.replace('a body', 'curl')}'`)
  await expect.element(systemPrompt).toHaveValue('From curl.')
  expect(document.documentElement.outerHTML).not.toContain(planted)

  await drop('notes.txt', 'Neither a setup nor a command')
  await expect.element(page.getByRole('list', { name: 'Attachments' })).toHaveTextContent('notes.txt')
  await expect.element(systemPrompt).toHaveValue('From curl.')

  const written = { kind: 'written', id: 'm', parent: null, createdAt: 1, role: 'user', text: 'Hello from a file' }
  const conversation = { title: 'Imported talk', createdAt: 1, updatedAt: 1, panes: [{ messages: [written] }] }
  await drop('talk.json', JSON.stringify({ format: 'parley.conversations', version: 1, conversations: [conversation] }))
  await expect.element(statusWith('Imported 1 conversation.')).toBeVisible()
  await page.getByRole('link', { name: 'Imported talk' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Hello from a file')
  await drop('newer.json', JSON.stringify({ format: 'parley.conversations', version: 99 }))
  await expect.element(alert).toHaveTextContent('newer version of Parley')
})

/** Pastes text into the message field like a browser: first the event, then the change. */
async function paste(text: string): Promise<void> {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  message.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await message.fill(text)
}

test('opens a curl command pasted into the message field as a setup, without its key', async () => {
  await renderApp('/')
  await expect.element(message).toBeVisible()
  const body = '{"model":"parley/echo","messages":[{"role":"user","content":"Pasted"}]}'
  const command = `curl ${location.origin}/v1/chat/completions -H 'Authorization: Bearer ${planted}' --json '${body}'`
  await paste(command)
  await expect.element(message).toHaveValue(command)
  await page.getByRole('button', { name: 'Open as setup' }).click()
  await expect.element(message).toHaveValue('Pasted')
  await expect.element(modelField).toHaveValue('Echo')
})

test('shows the offer to open a pasted command only while its text is in the field', async () => {
  await renderApp('/?model=parley/echo')
  await expect.element(message).toBeVisible()
  await paste(`curl ${location.origin}/v1/chat/completions --json '{"model":"parley/echo","messages":[]}'`)
  const offer = page.getByText('This looks like a curl command.')
  await expect.element(offer).toBeVisible()
  await page.getByRole('link', { name: 'Compare' }).click()
  await expectNone(offer)
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect.element(offer).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(replies).toBeVisible()
  await expectNone(offer)
})

test('leaves attachments out of the link unless they are included', async () => {
  await renderApp('/?model=parley/echo')
  await expect.element(message).toBeVisible()
  await drop('notes.txt', 'The secret of the file')
  await expect.element(page.getByRole('list', { name: 'Attachments' })).toBeVisible()
  await talk('Read this')
  await openShare()
  await hasLink()
  const link = () => (dialog.getByRole('textbox', { name: 'Link' }).element() as HTMLInputElement).value
  const without = link()
  const box = dialog.getByRole('checkbox', { name: 'Include attachments' })
  await expect.element(box).not.toBeChecked()
  await expect.element(dialog).toHaveTextContent('1 attachment (22 bytes) left out')
  await box.click()
  await expect.element(dialog).toHaveTextContent('1 attachment (22 bytes) included')
  const read = async (url: string) => JSON.stringify(await readPayload(url.split('#s=')[1] ?? ''))
  expect(await read(without)).not.toContain(btoa('The secret of the file'))
  // The link is empty while it is made anew.
  await expect.poll(() => read(link())).toContain(btoa('The secret of the file'))
})

test('opens a setup with an attached file', async () => {
  const files = [{ name: 'notes.txt', data: btoa('The secret of the file') }]
  const messages = [{ role: 'user' as const, text: 'Read this', files }]
  const pane = { model: 'parley/echo', system: '', parameters: {}, extraBody: '', messages }
  await renderApp('/')
  await expect.element(message).toBeVisible()
  await drop('setup.json', JSON.stringify(writeSetup({ panes: [pane], draft: '' })))
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('notes.txt')
  await page.getByRole('button', { name: 'Open notes.txt, 22 bytes' }).click()
  await expect.element(dialogNamed('notes.txt')).toHaveTextContent('The secret of the file')
})
