import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { keyVariable } from '#app/data/codegen/literal.ts'
import { startHandDrivenEngine, type HandDrivenEngine } from './hand-driven-engine.ts'
import { messageField, sendMessage } from './page-steps.ts'
import { startParley, test, type Parley } from './parley.ts'

const run = promisify(execFile)
const words = 'it\'s "quoted" `back` $HOME \\ 日本語 🧑‍🚀\nmore'

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

/** Sets something up and opens its code. */
async function openCode(page: Page, systemPrompt = 'Be "brief".'): Promise<void> {
  await page.goto(`${parley.baseUrl}/?model=community%2Fhand-driven#key=${parley.key}`)
  await page.getByRole('textbox', { name: 'System prompt' }).fill(systemPrompt)
  await page.getByRole('spinbutton', { name: 'Temperature' }).fill('0.3')
  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByRole('dialog', { name: 'Get code' })).toBeVisible()
}

/** The code in this language, as the copy button gives it. */
async function codeIn(page: Page, language: string): Promise<string> {
  await page.getByRole('combobox', { name: 'Language' }).selectOption(language)
  await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('the setup as code in five languages, with the key in the environment', async ({ page }) => {
  await openCode(page)
  for (const [language, sign] of [
    ['curl', 'curl '],
    ['Python (openai)', 'from openai import OpenAI'],
    ['TypeScript (openai)', "import OpenAI from 'openai'"],
    ['TypeScript (ai)', "from 'ai'"],
    ['fetch', 'await fetch('],
  ] as const) {
    const code = await codeIn(page, language)
    await expect(page.getByRole('group', { name: 'Code' })).toHaveText(code.trimEnd(), { useInnerText: true })
    for (const part of [sign, keyVariable, 'community/hand-driven', '0.3', `${parley.baseUrl}/v1`]) {
      expect(code).toContain(part)
    }
  }
  expect(await page.content()).not.toContain(parley.key)
  // The choice is kept for the next time.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByRole('combobox', { name: 'Language' }).locator('option:checked')).toHaveText('fetch')
})

test('says above the code how to run it and where its key comes from, however long the code is', async ({ page }) => {
  await openCode(page, 'A line of the system prompt.\n'.repeat(60))
  const dialog = page.getByRole('dialog', { name: 'Get code' })
  for (const [language, how] of [
    ['curl', 'Paste it into a shell'],
    ['Python (openai)', 'Save it as chat.py, then pip install openai and python3 chat.py.'],
    ['TypeScript (openai)', 'Save it as chat.mjs, then npm install openai and node chat.mjs. As TypeScript: chat.mts'],
    ['TypeScript (ai)', 'Save it as chat.mjs, then npm install ai @ai-sdk/openai-compatible and node chat.mjs.'],
    ['fetch', 'Save it as chat.mjs, then node chat.mjs.'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Language' }).selectOption(language)
    await expect(dialog.getByText(how)).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByText('npm run keys -- add NAME')).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByText('#key=')).toBeInViewport({ ratio: 1 })
  }
  await expect(dialog.getByText('placeholder')).toHaveCount(0)
})

test('marks the message that nobody wrote as a placeholder', async ({ page }) => {
  await page.goto(`${parley.baseUrl}/?model=parley/echo#key=${parley.key}`)
  await sendMessage(page, 'Good morning')
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByRole('dialog').getByText('is a placeholder')).toContainText('Write your next message here')
  const code = page.getByRole('group', { name: 'Code' })
  await expect(code).toContainText('Write your next message here')
  // Once there is a message to send, nothing stands in for it.
  await page.keyboard.press('Escape')
  await messageField(page).fill('And then?')
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(code).toContainText('And then?')
  await expect(code).not.toContainText('Write your next message here')
  await expect(page.getByRole('dialog').getByText('is a placeholder')).toHaveCount(0)
})

for (const [language, runner] of [
  ['curl', (code: string) => run('sh', ['-c', code], { env: environment() })],
  ['fetch', (code: string) => run(process.execPath, ['--input-type=module', '-e', code], { env: environment() })],
] as const) {
  for (const stream of [true, false]) {
    test(`${language} runs as it stands, ${stream ? 'streamed' : 'whole'}`, async ({ page }) => {
      await openCode(page)
      await page.getByRole('checkbox', { name: 'Stream the reply' }).setChecked(stream)
      const running = runner(await codeIn(page, language))
      const reply = await engine.nextReply()
      expect(reply.request).toMatchObject({
        messages: [
          { role: 'system', content: 'Be "brief".' },
          { role: 'user', content: words },
        ],
        temperature: 0.3,
      })
      reply.say('As you wish.')
      reply.finish()
      expect((await running).stdout).toContain('As you wish.')
    })
  }
}

test('each pane has its own code', async ({ page }) => {
  await page.goto(`${parley.baseUrl}/?models=parley/eliza,parley/echo#key=${parley.key}`)
  await page.getByRole('button', { name: 'Get code' }).click()
  const code = page.getByRole('group', { name: 'Code' })
  await expect(code).toContainText('parley/eliza')
  await page.getByRole('combobox', { name: 'Pane' }).selectOption({ index: 1 })
  await expect(code).toContainText('parley/echo')
  await expect(code).not.toContainText('parley/eliza')
})

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], [keyVariable]: parley.key }
}
