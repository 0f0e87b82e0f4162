import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Locator, type Page } from '@playwright/test'
import { keyVariable } from '#app/data/codegen/literal.ts'
import { startHandDrivenEngine, type HandDrivenEngine } from './hand-driven-engine.ts'
import { startParley, test, type Parley } from './parley.ts'

const run = promisify(execFile)

let engine: HandDrivenEngine
let parley: Parley
test.beforeAll(async () => {
  engine = await startHandDrivenEngine()
  parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
})
test.afterAll(async () => {
  await parley.stop()
  await engine.stop()
})

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Inspect' })

async function say(page: Page, { baseUrl, key }: Parley, model: string): Promise<void> {
  await page.goto(`${baseUrl}/?model=${encodeURIComponent(model)}#key=${key}`)
  await page.getByRole('spinbutton', { name: 'Max tokens' }).fill('50')
  await page.getByRole('textbox', { name: 'Message' }).fill('it\'s "this" $HOME 日本語')
  await page.keyboard.press('Enter')
}

async function openInspect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Inspect' }).last().click()
  await expect(dialog(page)).toBeVisible()
}

/** Opens a tab of the dialog, and gives back its panel. */
async function openTab(page: Page, name: string): Promise<Locator> {
  await dialog(page).getByRole('tab', { name }).click()
  return dialog(page).getByRole('tabpanel', { name })
}

/** The shown events: milliseconds and what each adds. */
async function eventsIn(panel: Locator): Promise<{ after: number; summary: string }[]> {
  const rows = panel.getByRole('listitem')
  await expect(rows).not.toHaveCount(0)
  return rows.evaluateAll((items) =>
    items.map((item) => ({
      after: Number.parseInt((item.querySelector('[data-part=time]')?.textContent ?? '').replaceAll(',', ''), 10),
      summary: item.querySelector('[data-part=summary]')?.textContent ?? '',
    })),
  )
}

test('shows the exact request, the response and each event with its time, without the key', async ({ page }) => {
  await say(page, parley, 'community/hand-driven')
  const reply = await engine.nextReply()
  reply.say('One')
  await expect(page.getByRole('article', { name: /^Reply/u })).toContainText('One')
  reply.say(' two')
  reply.finish()
  await expect(page.getByRole('article', { name: /^Reply/u })).toHaveAttribute('data-state', 'done')
  await openInspect(page)
  await expect(dialog(page)).toContainText(`POST ${parley.baseUrl}/v1/chat/completions`)
  const body = JSON.parse(await dialog(page).getByRole('group', { name: 'Request body' }).innerText()) as object
  expect(body).toEqual({
    model: 'community/hand-driven',
    messages: [{ role: 'user', content: 'it\'s "this" $HOME 日本語' }],
    max_tokens: 50,
    stream: true,
    stream_options: { include_usage: true },
  })
  await expect(dialog(page).getByLabel('Request headers')).toContainText('your key is not shown')
  const response = await openTab(page, 'Response')
  await expect(response).toContainText('Status 200')
  await expect(response.getByLabel('Response headers')).toContainText('x-request-id')
  const whole = JSON.parse(await response.getByRole('group', { name: 'Response body' }).innerText()) as object
  expect(whole).toMatchObject({ choices: [{ message: { content: 'One two' }, finish_reason: 'stop' }] })
  expect(await page.content()).not.toContain(parley.key)
  const events = await eventsIn(await openTab(page, 'Events'))
  expect(events.at(-1)?.summary).toBe('[DONE]')
  expect(events.filter(({ summary }) => /^"(?:One| two)"/u.test(summary))).toHaveLength(2)
  expect(events.map(({ after }) => after)).toEqual(events.map(({ after }) => after).toSorted((a, b) => a - b))
  expect(await page.content()).not.toContain(parley.key)

  await (await openTab(page, 'Request')).getByRole('button', { name: 'Copy as curl' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).not.toContain(parley.key)
  const { PATH } = process.env
  const running = run('sh', ['-c', command], { env: { PATH, [keyVariable]: parley.key } })
  const again = await engine.nextReply()
  expect(again.request).toEqual(reply.request)
  again.say('By hand.')
  again.finish()
  expect((await running).stdout).toContain('By hand.')

  // Exchanges are kept in memory only.
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/c\//u)
  await page.reload()
  await openInspect(page)
  await expect(dialog(page)).toContainText('no longer available')
})
