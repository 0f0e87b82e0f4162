import { encode } from 'uqr'
import { chromium, expect, type Page } from '@playwright/test'
import { writeFragment } from '#app/data/share/share-codec.ts'
import { expectAccessible } from './axe.ts'
import { chromiumArguments, findChromium } from './find-chromium.ts'
import { freePort } from './free-port.ts'
import { dialogOf, openPage, sendMessage } from './page-steps.ts'
import { startParley, test } from './parley.ts'
import { horizontalOverflow, unreachableControls } from './reachable.ts'
import { smallTargets } from './target-sizes.ts'

/** Opens the share dialog, whose link is made. */
async function openShare(page: Page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = dialogOf(page, 'Share')
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#s=1\./u)
  return dialog
}

test('before anything was said there is a setup to share, and no word of messages', async ({ page, parley }) => {
  await openPage(page, parley, '/?model=parley/eliza')
  const dialog = await openShare(page)
  await expect(dialog.getByRole('radio', { name: 'No messages' })).toBeChecked()
  await expect(dialog.getByRole('status')).not.toContainText('message')
})

test('a conversation is what the link holds, and the dialog says so beside the button', async ({ page, parley }) => {
  await openPage(page, parley, '/?model=parley/echo')
  await sendMessage(page, 'Good morning')
  const dialog = await openShare(page)
  const status = dialog.getByRole('status').filter({ hasText: 'The link' })
  await expect(dialog.getByRole('radio', { name: 'All with replies' })).toBeChecked()
  await expect(status).toContainText('The link holds 2 messages: whoever has it can read them.')
  await dialog.getByRole('radio', { name: 'No messages' }).check()
  await expect(status).toContainText('The link is without the messages.')
  await dialog.getByRole('radio', { name: 'Chosen messages' }).check()
  await dialog.getByRole('checkbox', { name: 'Good morning' }).first().check()
  await expect(status).toContainText('The link holds 1 message: whoever has it can read that.')
})

test('a link of this computer says that it opens here only, and has no QR code', async ({ page, parley }) => {
  await openPage(page, parley, '/')
  const dialog = await openShare(page)
  await expect(dialog.getByRole('status').filter({ hasText: 'characters' })).toContainText(
    'Opens on this computer only: 127.0.0.1 is no address for others.',
  )
  await expect(dialog.getByText('No QR code: a phone would look for 127.0.0.1 on itself.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'QR code' })).toHaveCount(0)
})

test('a short link to a name that others know has a QR code of itself', async () => {
  const port = await freePort()
  const origin = `http://parley.example:${port}`
  const parley = await startParley({ PORT: String(port), PARLEY_CORS_ORIGINS: origin })
  const args = [...chromiumArguments(), '--host-resolver-rules=MAP parley.example 127.0.0.1']
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${origin}/#key=${parley.key}`)
  const dialog = await openShare(page)
  await expect(dialog.getByRole('status').filter({ hasText: 'characters' })).toContainText(
    `Opens wherever parley.example:${port} can be reached.`,
  )
  await dialog.getByRole('button', { name: 'QR code' }).click()
  const { data } = encode(await dialog.getByRole('textbox', { name: 'Link' }).inputValue(), { ecc: 'L', border: 2 })
  const path = await dialog.getByRole('img', { name: 'QR code of the link' }).locator('path').getAttribute('d')
  expect(path?.match(/M/gu)).toHaveLength(data.flat().filter(Boolean).length)
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
  await expect.poll(() => unreachableControls(page)).toEqual([])
  await browser.close()
  await parley.stop()
})

test('what is said of an opened setup stays true when a message is sent in it', async ({ page, parley }) => {
  await openPage(page, parley, '/settings')
  const pane = { model: 'parley/echo', system: '', parameters: {}, extraBody: '', messages: [] }
  await page.goto(`${parley.baseUrl}/#${await writeFragment({ panes: [pane], draft: 'Hello' })}`)
  await expect(page.getByText('Nothing has been sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('This conversation began as a shared setup.')).toBeVisible()
  await expect(page.getByText('Nothing has been sent')).toHaveCount(0)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByText('shared setup')).toHaveCount(0)
})

test('who opens a link without a key is told whom to ask for one', async ({ page, parley }) => {
  await page.goto(parley.baseUrl)
  await expect(page.getByRole('alert')).toContainText('if someone else runs it, ask them')
})
