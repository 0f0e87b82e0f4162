import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { keyVariable } from '#app/data/codegen/literal.ts'
import { startHandDrivenEngine } from './hand-driven-engine.ts'
import { startParley, test } from './parley.ts'

const run = promisify(execFile)
const words = 'it\'s "quoted" `back` $HOME \\ 日本語 🧑‍🚀\nmore'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the code runs unchanged, as a command and as a script, with and without streaming', async ({ page }) => {
  const engine = await startHandDrivenEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  const env = { PATH: process.env['PATH'], [keyVariable]: parley.key }
  await page.goto(`${parley.baseUrl}/?model=community%2Fhand-driven#key=${parley.key}`)
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Be "brief".')
  await page.getByRole('spinbutton', { name: 'Temperature' }).fill('0.3')
  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await page.getByRole('button', { name: 'Get code' }).click()
  for (const [language, command, ...args] of [
    ['curl', 'sh', '-c'],
    ['fetch', process.execPath, '--input-type=module', '-e'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Language' }).selectOption(language)
    for (const isStreamed of [true, false]) {
      await page.getByRole('checkbox', { name: 'Stream the reply' }).setChecked(isStreamed)
      await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Copy code' }).click()
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
      const code = await page.evaluate(() => navigator.clipboard.readText())
      const running = run(command, [...args, code], { env })
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
    }
  }
  await parley.stop()
  await engine.stop()
})
