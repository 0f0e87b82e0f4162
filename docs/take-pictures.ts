import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { freePort } from '#testing/free-port.ts'
import { startEverythingServer } from '#e2e/mcp-server.ts'
import { pdfFile } from '#e2e/test-files.ts'
import { startParley, type Parley } from '#e2e/parley.ts'
import { fillStore } from './fill-store.ts'
import { shrinkPng } from './shrink-png.ts'

// Takes the pictures of this folder from the running app: `npm run docs:pictures`, after `npm run build`.
// Names after the command take only those: `npm run docs:pictures -- panes compare`.

interface Picture {
  name: string
  scheme: 'light' | 'dark'
  phone?: boolean
  /** Path and query, such as `/models?view=plot`. */
  at: string
  /** True where the address is seen, and one that only this computer knows would say less. */
  named?: boolean
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<void>
}

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const compared = [
  'anthropic/claude-sonnet-4-5',
  'openai/gpt-5-mini',
  'google/gemini-2.5-flash',
  'deepseek/deepseek-v3.2',
].join(',')

const pictures: readonly Picture[] = [
  {
    name: 'playground',
    scheme: 'light',
    at: '/?model=parley/eliza',
    async act(page) {
      await converse(page, 'I worry about the release on Friday.', 'My tests are all green.')
      await startNew(page)
      await choose(page, 'Babble')
      await converse(page, 'The harbour in the morning')
      await startNew(page)
      await choose(page, 'Typist')
      await page.getByRole('textbox', { name: 'System prompt' }).fill('Answer in the order in which things are used.')
      await page.getByRole('slider', { name: 'Temperature' }).fill('0.4')
      await converse(page, 'Show me what replies can hold: 420 tokens at 400 tokens per second')
    },
  },
  {
    name: 'experiment',
    scheme: 'light',
    at: '/experiments',
    async act(page) {
      await page.getByRole('button', { name: 'New experiment' }).click()
      await page.getByRole('textbox', { name: 'Experiment name' }).fill('Greetings')
      await page.getByRole('textbox', { name: 'User prompt' }).fill('{{greeting}}, {{name}}!')
      const variants = page.getByRole('region', { name: 'Variants' })
      await page.getByRole('button', { name: 'Add variant' }).click()
      for (const [at, model] of ['Echo', 'Eliza'].entries()) {
        await variants.getByRole('combobox', { name: 'Model' }).nth(at).click()
        await page.getByRole('option', { name: model }).first().click()
      }
      await page.getByRole('checkbox', { name: 'Baseline' }).first().check()
      await page.getByRole('button', { name: 'Import' }).click()
      const cells = [
        'greeting\tname',
        'Good morning\tAda',
        'Welcome back\tGrace',
        'I feel tired\tLinus',
        'Thank you\tMargaret',
        'Good evening\tAlan',
        'See you soon\tBarbara',
        'Well done\tEdsger',
        'Sleep well\tRadia',
      ]
      await page.getByRole('textbox', { name: 'Or paste cells' }).fill(cells.join('\n'))
      await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
      await page.getByRole('button', { name: 'Add assertion' }).click()
      await page.getByRole('textbox', { name: 'Value' }).fill('{{name}}')
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByText('Finished: 16 calls.').waitFor()
      await page.getByRole('button', { name: 'Hide setup' }).click()
    },
  },
  {
    name: 'panes',
    scheme: 'light',
    at: '/?models=parley/babble,parley/eliza,parley/typist',
    async act(page) {
      await page.getByRole('slider', { name: 'Temperature' }).fill('0.6')
      await converse(page, 'I remember the harbour: 70 tokens', 'I think of the boats there: 60 tokens')
    },
  },
  {
    name: 'panes-figures',
    scheme: 'dark',
    at: '/?models=parley/typist,parley/babble,parley/echo',
    async act(page) {
      await converse(page, 'A long walk by the water: 300 tokens at 120 tokens per second')
      await page.getByRole('button', { name: 'Figures and chart' }).click()
    },
  },
  {
    name: 'inspect',
    scheme: 'light',
    at: '/?model=parley/echo',
    async act(page) {
      await converse(page, 'Good morning')
      await page.getByRole('article', { name: /^Reply/u }).hover()
      await page.getByRole('button', { name: 'Inspect' }).click()
      await page.getByRole('dialog', { name: 'Inspect' }).waitFor()
    },
  },
  {
    name: 'versions',
    scheme: 'dark',
    at: '/?model=parley/babble',
    async act(page) {
      await converse(page, 'Once the bread is in the oven')
      await page.getByRole('button', { name: 'Regenerate' }).click()
      await page.waitForTimeout(300)
      await replied(page)
      await page.getByRole('button', { name: 'More', exact: true }).last().click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'attachments',
    scheme: 'light',
    at: '/?model=parley/eliza',
    async act(page) {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Attach', exact: true }).click()
      const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Leave at 9, back by 18.') }
      const photo = { name: 'harbour.png', mimeType: 'image/png', buffer: readFileSync('docs/images/plot.png') }
      await (await choosing).setFiles([photo, notes, pdfFile('timetable.pdf')])
      await page.getByText('notes.txt').waitFor()
      await converse(page, 'When does the last boat leave?')
    },
  },
  {
    name: 'tools',
    scheme: 'light',
    at: '/settings',
    async act(page) {
      const server = await startEverythingServer()
      await page.getByRole('button', { name: 'Add MCP server' }).click()
      await page.getByRole('textbox', { name: 'Server URL' }).fill(server.url)
      await page.getByRole('button', { name: 'Add MCP server' }).click()
      await page.getByRole('link', { name: 'Playground' }).click()
      await choose(page, 'parley/tools')
      await page.getByRole('button', { name: 'Tools', exact: true }).click()
      await page.getByRole('button', { name: 'Add tool' }).click()
      await page.getByRole('radio', { name: 'MCP' }).check()
      await page.getByRole('checkbox', { name: 'get-sum', exact: true }).check()
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('What is the sum?')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('button', { name: 'Allow once' }).click()
      await page.locator('[data-part="tool-call"][data-state="done"]').waitFor()
      await page.locator('article[data-state]').nth(1).waitFor()
      await replied(page)
      await server.stop()
    },
  },
  { name: 'models', scheme: 'light', at: '/models?type=text_generation&can=function_calling,vision' },
  { name: 'plot', scheme: 'dark', at: '/models?view=plot' },
  { name: 'model', scheme: 'light', at: '/models/anthropic/claude-sonnet-4-5' },
  { name: 'compare', scheme: 'light', at: `/compare?ids=${compared}` },
  {
    name: 'connect',
    scheme: 'light',
    at: '/',
    async act(page) {
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.getByRole('button', { name: 'Add key: OpenRouter' }).click()
    },
  },
  {
    name: 'share',
    scheme: 'light',
    named: true,
    at: '/?model=parley/eliza',
    async act(page) {
      await page.getByRole('textbox', { name: 'System prompt' }).fill('You are a calm listener.')
      await page.getByRole('slider', { name: 'Temperature' }).fill('0.7')
      await converse(page, 'I worry about the release on Friday.')
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('dialog', { name: 'Share' }).waitFor()
      await page.getByRole('button', { name: 'QR code' }).click()
    },
  },
  {
    name: 'get-code',
    scheme: 'dark',
    at: '/?model=parley/eliza',
    async act(page) {
      await page.getByRole('textbox', { name: 'System prompt' }).fill('You are a calm listener.')
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('I worry about the release on Friday.')
      await page.getByRole('button', { name: 'Get code' }).click()
      await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'TypeScript (openai)' })
    },
  },
  {
    name: 'commands',
    scheme: 'dark',
    at: '/?model=parley/eliza',
    async act(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    },
  },
  { name: 'usage', scheme: 'light', at: '/usage?by=model&period=30d' },
  { name: 'settings', scheme: 'light', at: '/settings' },
  {
    name: 'phone',
    scheme: 'light',
    phone: true,
    at: '/?models=parley/eliza,parley/babble',
    act: (page) => converse(page, 'I worry about the release on Friday.'),
  },
]

const wanted = new Set(process.argv.slice(2))
const port = await freePort()
const namedOrigin = `http://parley.example:${port}`
// Its own store, with the usage of a month by three keys.
const store = await mkdtemp(join(tmpdir(), 'parley-pictures-'))
const adminKey = await fillStore(store)
const parley = await startParley({
  PORT: String(port),
  PARLEY_CORS_ORIGINS: namedOrigin,
  PARLEY_STORE: `file:${store}`,
})
const args = [...chromiumArguments(), '--host-resolver-rules=MAP parley.example 127.0.0.1']
const browser = await chromium.launch({ executablePath: findChromium(), args })
try {
  for (const picture of pictures) {
    if (wanted.size === 0 || wanted.has(picture.name)) await take(picture, parley)
  }
} finally {
  await parley.stop()
  await browser.close()
  await rm(store, { recursive: true })
}

async function take(picture: Picture, { baseUrl, key }: Parley): Promise<void> {
  const { name, scheme, phone: isPhone = false, at, named = false, act } = picture
  const context = await browser.newContext({
    viewport: isPhone ? phone : desktop,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...(isPhone && { hasTouch: true, isMobile: true }),
  })
  const page = await context.newPage()
  await page.goto(`${named ? namedOrigin : baseUrl}${at}#key=${name === 'usage' ? adminKey : key}`)
  await page.waitForLoadState('networkidle')
  if (at.startsWith('/?')) await ready(page)
  await act?.(page)
  // What comes late, such as colours of code and a list read from the storage.
  await page.waitForTimeout(700)
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await writeFile(new URL(`images/${name}.png`, import.meta.url), shrinkPng(png))
  await context.close()
  console.log(`docs/images/${name}.png`)
}

/** The models are read, and one is chosen. */
async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[role=combobox]')?.value !== '')
}

/** Says each of the texts, the next when the replies to the one before have come. */
async function converse(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
    await page.keyboard.press('Control+Enter')
    await page.locator('article[data-state]').last().waitFor()
    await replied(page)
  }
}

async function replied(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const states = [...document.querySelectorAll<HTMLElement>('article[data-state]')].map(
      (each) => each.dataset['state'],
    )
    return states.length > 0 && states.every((state) => state === 'done')
  })
}

async function startNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).click()
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Model' }).fill(name)
  await page.getByRole('option', { name }).first().click()
}
