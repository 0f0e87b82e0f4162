import { expect, type Page } from '@playwright/test'
import { goldenLinks } from '#app/data/share/golden-links.test-support.ts'
import { readPayload, writeFragment } from '#app/data/share/share-codec.ts'
import { addConnection, openSettings } from './connect.ts'
import { startOtherService } from './other-service.ts'
import { test, type Parley } from './parley.ts'
import { sharedSetupNotice, plantedKey, openAsOtherUser } from './share-page.ts'

const messageText = 'I feel 日本語 "quoted" `slow` \\ today $HOME مرحبا'

/** Opens the playground with these models, each with a parameter and a message. */
async function openConversation(page: Page, { baseUrl, key }: Parley): Promise<void> {
  await page.goto(`${baseUrl}/?models=parley/eliza,parley/echo#key=${key}`)
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
  await page.getByRole('spinbutton', { name: 'Temperature' }).fill('0.3')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(messageText)
  await page.keyboard.press('Enter')
  await expect(page.locator('article[data-state="done"]')).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('not sent yet')
}

/** Opens the share dialog with these messages; returns its link and the link's exact contents. */
async function share(page: Page, choice: string): Promise<{ link: string; letter: string }> {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByRole('radio', { name: choice }).check()
  if (choice === 'Chosen messages') await dialog.getByRole('checkbox', { name: messageText }).first().check()
  const letter =
    (await dialog.getByRole('group', { name: 'Everything in the link', includeHidden: true }).textContent()) ?? ''
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#s=1\./u)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  return { link, letter }
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('opens the link elsewhere unchanged, with the selected messages, and sends nothing', async ({
  page,
  parley,
  browser,
}) => {
  await openConversation(page, parley)
  for (const [choice, messages] of [
    ['No messages', 0],
    ['Chosen messages', 1],
  ] as const) {
    const { link } = await share(page, choice)
    const setup = await readPayload(link.split('#s=')[1] ?? '')
    expect(typeof setup === 'object' && setup.panes.flatMap((pane) => pane.messages)).toHaveLength(messages)
  }
  const { link, letter } = await share(page, 'All with replies')
  expect(link.startsWith(`${parley.baseUrl}/#s=1.`)).toBe(true)
  expect(link).not.toContain(parley.key)

  const other = await openAsOtherUser(browser, parley)
  await other.page.goto(link)
  await expect(sharedSetupNotice(other.page)).toBeVisible()
  expect(other.page.url()).not.toContain('#s=')
  await expect(other.page.getByRole('combobox', { name: /^Model/u })).toHaveCount(2)
  await expect(other.page.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue(/eliza/iu)
  await expect(other.page.getByRole('combobox', { name: 'Model 2' })).toHaveValue(/echo/iu)
  await expect(other.page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
  await expect(other.page.getByRole('spinbutton', { name: 'Temperature' })).toHaveValue('0.3')
  await expect(other.page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('not sent yet')
  await expect(other.page.getByRole('article')).toHaveCount(4)
  await expect(other.page.getByRole('article', { name: 'You' }).first()).toContainText('日本語')
  // Shared replies have no measurements, so no figures and no comparison appear.
  await expect(other.page.getByRole('group', { name: 'Figures' })).toHaveCount(0)
  await expect(other.page.getByRole('region', { name: 'Comparison of the last replies' })).toHaveCount(0)
  const again = await share(other.page, 'All with replies')
  expect(again.letter).toBe(letter)
  expect(again.link).toBe(link)
  expect(other.chats).toEqual([])
  await other.page.context().close()
})

test('restores the open conversation after a link is opened in the same tab', async ({ page, parley }) => {
  const link = `${parley.baseUrl}/#${await writeFragment({
    panes: [{ model: 'parley/babble', system: 'Another.', parameters: {}, extraBody: '', messages: [] }],
    draft: 'Another draft',
  })}`
  await openConversation(page, parley)
  await expect(page).toHaveURL(/\/c\//u)
  const before = page.url()
  await page.evaluate((address) => {
    location.href = address.replace(/^[^#]*/u, location.pathname)
  }, link)
  await expect(sharedSetupNotice(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Another.')
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore previous' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.')
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('not sent yet')
  await expect(page).toHaveURL(before)
  // A damaged link leaves the open conversation unchanged.
  await page.evaluate(() => (location.hash = '#s=1.damaged'))
  await expect(page.getByRole('alert')).toContainText('damaged')
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page).toHaveURL(before)
})

test('golden links open in a browser', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/settings#key=${parley.key}`)
  for (const { fragment, setup } of goldenLinks) {
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('textbox', { name: 'Base URL' })).toBeVisible()
    await page.evaluate((hash) => (location.hash = hash), fragment)
    const needsConsent = setup.panes.some(({ baseUrl }) => baseUrl !== undefined)
    if (needsConsent) await page.getByRole('button', { name: 'Open without it' }).click()
    await expect(sharedSetupNotice(page)).toBeVisible()
    await expect(page.getByRole('combobox', { name: /^Model/u })).toHaveCount(setup.panes.length)
    await expect(page.getByRole('article')).toHaveCount(setup.panes.flatMap(({ messages }) => messages).length)
    await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue(setup.panes[0]?.system ?? '')
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(setup.draft)
  }
})

test('names a missing model and suggests similar ones', async ({ page, parley }) => {
  const pane = { model: 'parley/elisa', system: '', parameters: {}, extraBody: '', messages: [] }
  await page.goto(`${parley.baseUrl}/settings#key=${parley.key}`)
  await page.goto(`${parley.baseUrl}/#${await writeFragment({ panes: [pane], draft: '' })}`)
  await expect(page.getByRole('alert')).toContainText('Model parley/elisa not found')
  await page.getByRole('button', { name: 'Use parley/eliza' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/eliza/iu)
})

test('asks before it calls an unknown server, and sends it no saved key', async ({ page, parley }) => {
  const known = await startOtherService({ key: plantedKey })
  const stranger = await startOtherService()
  await openSettings(page, parley)
  await addConnection(page, known.origin, { name: 'Known', key: plantedKey })
  const link = async (baseUrl: string) =>
    `${parley.baseUrl}/#${await writeFragment({
      panes: [{ model: 'other-good', baseUrl, system: '', parameters: {}, extraBody: '', messages: [] }],
      draft: 'Hello',
    })}`

  await page.goto(await link(`${stranger.origin}/v1`))
  await expect(page.getByRole('alert')).toContainText(`This setup uses ${stranger.origin}/v1`)
  expect(stranger.requests).toEqual([])
  await page.getByRole('button', { name: 'Add and open' }).click()
  await expect(sharedSetupNotice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from other-good' })).toHaveAttribute('data-state', 'done')
  expect(stranger.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toHaveLength(1)
  expect(stranger.requests.every(({ authorization }) => authorization === undefined)).toBe(true)

  // The user's own connection is used unchanged, with its own key.
  await page.goto(await link(known.origin))
  await expect(sharedSetupNotice(page)).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from other-good' })).toHaveAttribute('data-state', 'done')
  expect(known.requests.at(-1)).toEqual({ path: '/v1/chat/completions', authorization: `Bearer ${plantedKey}` })
  const { letter } = await share(page, 'All with replies')
  expect(letter).toContain(known.origin)
  expect(letter).not.toContain(plantedKey)
  await known.stop()
  await stranger.stop()
})

test('puts no key into a link, a file or the dialog, not even one typed into the setup', async ({ page, parley }) => {
  const other = await startOtherService({ key: plantedKey })
  await openSettings(page, parley)
  await addConnection(page, other.origin, { name: 'Other', key: plantedKey })
  await page.getByRole('link', { name: 'Playground' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  const { link, letter } = await share(page, 'All with replies')
  for (const key of [plantedKey, parley.key]) {
    expect(link + letter).not.toContain(key)
    expect(await page.content()).not.toContain(key)
    await page.getByRole('textbox', { name: 'System prompt' }).fill(`Use ${key} please.`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('This setup contains one of your API keys.')
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: /Download|QR|Copy/u })).toHaveCount(0)
    expect(await dialog.innerHTML()).not.toContain(key)
    await page.keyboard.press('Escape')
  }
  await other.stop()
})
