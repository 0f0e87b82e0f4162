import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from './parley.ts'
import { sharedSetupNotice, plantedKey, openAsOtherUser } from './share-page.ts'

// A setup that comes by other ways than a link: as a file that is dropped, or as a command that is pasted.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Drops a file on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content ?? ''], fileName ?? ''))
      return transfer
    },
    [name, text],
  )
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}

test('what is too long for a link is sent as a file, which opens where it is dropped', async ({
  page,
  parley,
  browser,
}) => {
  await page.goto(parley.link)
  // Letters without a pattern, so that they take as much room packed.
  const long = Array.from({ length: 9_000 }, (_, at) => ((at * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ')
  await page.getByRole('textbox', { name: 'System prompt' }).fill(long)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'too many for a link' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as a file' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('parley-setup.json')

  const other = await openAsOtherUser(browser, parley)
  await other.page.goto(`${parley.baseUrl}/models`)
  await drop(other.page, 'parley-setup.json', await readFile(await download.path(), 'utf8'))
  await expect(sharedSetupNotice(other.page)).toBeVisible()
  await expect(other.page.getByRole('textbox', { name: 'System prompt' })).toHaveValue(long)
  expect(other.chats).toEqual([])
  await other.page.context().close()
})

test('a request body, a curl command and an export of conversations can be dropped; a picture is refused', async ({
  page,
  parley,
}) => {
  await page.goto(parley.link)
  const messages = [
    { role: 'system', content: 'From a body.' },
    { role: 'user', content: 'What next?' },
  ]
  const body = JSON.stringify({ model: 'parley/echo', messages, temperature: 0.7 })
  await drop(page, 'body.json', body)
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('From a body.')
  await expect(page.getByRole('spinbutton', { name: 'Temperature' })).toHaveValue('0.7')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('What next?')

  await drop(
    page,
    'call.sh',
    `curl ${parley.baseUrl}/v1/chat/completions -H "Authorization: Bearer ${plantedKey}" -d '${body.replace('a body', 'curl')}'`,
  )
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('From curl.')
  expect(await page.content()).not.toContain(plantedKey)

  await drop(page, 'picture.png', '\u0089PNG')
  await expect(page.getByRole('alert')).toContainText('damaged')
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('From curl.')

  const message = { kind: 'written', id: 'm', parent: null, createdAt: 1, role: 'user', text: 'Hello from a file' }
  const conversation = { title: 'Imported talk', createdAt: 1, updatedAt: 1, panes: [{ messages: [message] }] }
  await drop(
    page,
    'conversations.json',
    JSON.stringify({ format: 'parley.conversations', version: 1, conversations: [conversation] }),
  )
  await expect(page.getByRole('status').filter({ hasText: '1 conversation is in the history now.' })).toBeVisible()
  await page.getByRole('link', { name: 'Imported talk' }).click()
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Hello from a file')
  await drop(page, 'newer.json', JSON.stringify({ format: 'parley.conversations', version: 99 }))
  await expect(page.getByRole('alert')).toContainText('newer Parley')
})

test('a curl command pasted into Message can become a setup, without its key', async ({ page, parley }) => {
  await page.goto(parley.link)
  const command = `curl ${parley.baseUrl}/v1/chat/completions -H 'Authorization: Bearer ${plantedKey}' --json '{"model":"parley/echo","messages":[{"role":"user","content":"Pasted"}]}'`
  await page.evaluate((text) => navigator.clipboard.writeText(text), command)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.focus()
  await page.keyboard.press('Control+v')
  await expect(message).toHaveValue(command)
  await page.getByRole('button', { name: 'Open as a setup' }).click()
  await expect(message).toHaveValue('Pasted')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/echo/iu)
})
