import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { writeFragment } from '#app/data/share/share-codec.ts'
import { hostileTexts } from '#app/markdown/hostile.test-support/hostile-texts.ts'
import { textReorderedByBidi } from '#app/markdown/hostile.test-support/text-reordered-by-bidi.ts'
import { monitorPage } from './fault-injection/monitor-page.ts'
import { openSettings, addConnection } from './connect.ts'
import { startParley, test as base, type Parley } from './parley.ts'

// Engines, files and links are untrusted: their text must be shown without side effects.

const enginesKey = 'planted-key-of-the-engine-31c9'

/** Lists models with hostile names, and replies with hostile errors, text or reasoning. */
async function startHostileEngine() {
  const data = hostileTexts.map((text, number) => ({
    id: `acme/m${number}`,
    name: `${number} ${text}`,
    description: text,
    owned_by: text,
    supported_parameters: [text],
  }))
  const odd = ['__proto__', 'constructor', 'acme/<b>bold<%2Fb>', 'acme/\'"`;$(id)', 'acme/שלום', ...hostileTexts]
  const list = JSON.stringify({ data: [...data, ...odd.map((id) => ({ id }))] })
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end(list)
      return
    }
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] }
      const [, kind = '', number = ''] = /^(\w+) (\d+)/u.exec(messages.at(-1)?.content ?? '') ?? []
      const text = hostileTexts[Number(number)] ?? ''
      if (kind === 'error') {
        const error = { message: `${text} (${request.headers.authorization})`, type: text, code: text, param: text }
        const head = { 'retry-after': encodeURI(wellFormed(text)).slice(0, 99) }
        response.writeHead(400, head).end(JSON.stringify({ error }))
        return
      }
      const delta = { content: `Reply ${number}. ${text}`, reasoning: text, [text.slice(0, 99)]: text }
      response.end(
        `data: ${JSON.stringify({ id: text, model: text, choices: [{ delta, finish_reason: text || 'stop' }] })}\n\n`,
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

/** URLs can't contain lone surrogates. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '')
}

const test = base.extend<{ hostileParley: Parley }>({
  hostileParley: async ({}, use) => {
    const engine = await startHostileEngine()
    const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl, PARLEY_ENGINE_KEY: enginesKey })
    await use(parley)
    await parley.stop()
    engine.server.closeAllConnections()
    engine.server.close()
  },
})

async function isUnharmed(page: Page, happened: readonly string[]): Promise<void> {
  expect(happened).toEqual([])
  expect(await page.evaluate(textReorderedByBidi)).toEqual([])
  expect(await page.content()).not.toContain(enginesKey)
}

// Each test covers many pages and texts.
test.describe.configure({ timeout: 90_000 })

/** Markup, bidi marks, control characters, prototype names, a lone surrogate, and a megabyte. */
const sampleNumbers = [0, 4, 5, 6, 9, 11, 16]

/** Opens Inspect, Get code and the model picker for the last reply. */
async function openDialogs(page: Page, happened: readonly string[]): Promise<void> {
  for (const name of ['Inspect', 'Get code', 'Share']) {
    const last = page.getByRole('article', { name: /^Reply/u }).last()
    await (name === 'Inspect' ? last : page).getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog', { name })
    if (name === 'Share') {
      await dialog.getByRole('radio', { name: 'All with replies' }).check()
      await dialog.getByText('View JSON').click()
    }
    await expect(dialog).toContainText('reply ')
    await isUnharmed(page, happened)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('combobox', { name: 'Model' }).fill('acme/m')
  await expect(page.getByRole('option', { name: /^4 invoice/u })).toBeVisible()
  await isUnharmed(page, happened)
  await page.keyboard.press('Escape')
}

test('lists, shows, compares and selects models with hostile names', async ({ page, hostileParley: parley }) => {
  const { incidents: happened } = await monitorPage(page, parley.baseUrl)
  await page.goto(`${parley.baseUrl}/models?q=acme#key=${parley.key}`)
  await expect(page.getByRole('link', { name: /^4 invoice/u }).first()).toBeVisible()
  await isUnharmed(page, happened)
  for (const number of [4, 16]) {
    await page.goto(`${parley.baseUrl}/models/acme/m${number}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${number} `)
    await isUnharmed(page, happened)
  }
  for (const path of ['community/__proto__', `acme/${encodeURIComponent('\'"`;$(id)')}`]) {
    await page.goto(`${parley.baseUrl}/models/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('')
    await isUnharmed(page, happened)
  }
  await page.goto(`${parley.baseUrl}/compare?ids=acme/m0,acme/m4,acme/m5,acme/m16,community/__proto__`)
  await expect(page.getByRole('columnheader').or(page.getByRole('rowheader')).first()).toBeVisible()
  await isUnharmed(page, happened)
})

test('shows hostile text in replies, reasoning and errors as plain text', async ({ page, hostileParley: parley }) => {
  const { incidents: happened } = await monitorPage(page, parley.baseUrl)
  await page.goto(`${parley.baseUrl}/?model=acme/m5#key=${parley.key}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  for (const number of sampleNumbers) {
    const text = hostileTexts[number] ?? ''
    for (const kind of ['error', 'reply']) {
      await message.fill(`${kind} ${number} ${text.slice(0, 200)}`)
      await message.press('Enter')
      const reply = page.getByRole('article', { name: /^Reply/u }).last()
      await expect(reply).toHaveAttribute('data-state', kind === 'error' ? 'failed' : 'done', { timeout: 15_000 })
    }
    await isUnharmed(page, happened)
    if (number === 4) await openDialogs(page, happened)
  }
  await expect(message).toBeEditable()
})

test('shows hostile text in URLs and links as plain text', async ({ page, hostileParley: parley }) => {
  const { incidents: happened } = await monitorPage(page, parley.baseUrl)
  await page.goto(parley.link)
  for (const number of sampleNumbers) {
    const short = wellFormed((hostileTexts[number] ?? '').slice(0, 2000))
    const pane = { model: short, system: short, parameters: {}, extraBody: short, messages: [] }
    const messages = [
      { role: 'user' as const, text: short },
      { role: 'assistant' as const, text: short, model: short },
    ]
    const fragment = await writeFragment({ panes: [{ ...pane, messages }], draft: short })
    await page.evaluate((hash) => (location.hash = hash), fragment)
    await expect(page.getByRole('article', { name: 'You' })).toHaveCount(1)
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('')
    await isUnharmed(page, happened)
  }
  for (const number of [0, 4]) {
    const word = encodeURIComponent(hostileTexts[number] ?? '')
    for (const path of [`/?model=${word}`, `/models?q=${word}&author=${word}`, `/compare?ids=${word}`, `/c/${word}`]) {
      await page.goto(parley.baseUrl + path)
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      await page.evaluate(() => new Promise((drawn) => requestIdleCallback(drawn, { timeout: 500 })))
      await isUnharmed(page, happened)
    }
  }
})

test('imports, lists, opens and exports a hostile history, without a key', async ({ page, hostileParley: parley }) => {
  const connectionsKey = 'planted-key-of-a-connection-64d2'
  const { incidents: happened } = await monitorPage(page, parley.baseUrl)
  await openSettings(page, parley)
  await addConnection(page, parley.baseUrl, { name: 'Mine', key: connectionsKey })
  happened.length = 0
  const at = 1_700_000_000_000
  const conversations = hostileTexts.map((whole, number) => {
    // A conversation has each text ten times.
    const text = whole.slice(0, 100_000)
    const written = { kind: 'written', id: `w${number}`, parent: null, createdAt: at, role: 'user', text }
    const failure = { message: text, type: text, param: text, code: text }
    const reply = {
      kind: 'reply',
      id: `r${number}`,
      parent: `w${number}`,
      createdAt: at,
      modelId: text,
      connectionId: text,
    }
    const setup = {
      modelId: text,
      connectionId: text,
      systemPrompt: text,
      parameters: { __proto__: 1 },
      extraBody: text,
    }
    const messages = [written, { ...reply, state: 'failed', text, reasoning: text, failure }]
    return { title: `${number} ${text}`, createdAt: at, updatedAt: at + number, panes: [{ setup, messages }] }
  })
  const file = JSON.stringify({ format: 'parley.conversations', version: 1, conversations })
  const deep = `${file.slice(0, -1)},"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"__proto__":{"polluted":1}}`
  await page.goto(`${parley.baseUrl}/?model=acme/m1`)
  const list = page.getByRole('region', { name: 'History' })
  await list.getByLabel('Import conversations').setInputFiles({
    name: '\u202Enosj.json',
    mimeType: 'application/json',
    buffer: Buffer.from(deep),
  })
  await expect(list.getByRole('status')).toHaveText(`Imported ${hostileTexts.length} conversations.`)
  await isUnharmed(page, happened)
  for (const number of [4, 11]) {
    await list.getByRole('link', { name: new RegExp(`^${number} `, 'u') }).click()
    await expect(page.getByRole('article', { name: /^Reply/u })).toHaveAttribute('data-state', 'failed')
    await isUnharmed(page, happened)
  }
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false)

  const downloading = page.waitForEvent('download')
  await list.getByRole('button', { name: 'All conversations' }).click()
  await page.getByRole('menuitem', { name: 'Export all as JSON' }).click()
  const exported = await readFile(await (await downloading).path(), 'utf8')
  const stored = await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])
  for (const key of [parley.key, connectionsKey]) {
    expect(exported).not.toContain(key)
    expect(await page.content()).not.toContain(key)
    expect(stored.filter(([, text]) => text.includes(key)).map(([name]) => name)).toEqual([
      key === parley.key ? 'parley.key' : 'parley.connection-keys',
    ])
  }
})
