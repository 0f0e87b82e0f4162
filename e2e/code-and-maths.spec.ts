import { expect, type Page } from '@playwright/test'
import { startHandDrivenEngine, type HandDrivenEngine } from './hand-driven-engine.ts'
import { startParley, test, type Parley } from './parley.ts'

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

async function askFor(page: Page) {
  await page.goto(`${parley.baseUrl}/?model=community%2Fhand-driven#key=${parley.key}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Go on')
  await message.press('Enter')
  const reply = await engine.nextReply()
  return { reply, text: page.getByRole('article', { name: /Reply/u }).locator('[data-part="text"]') }
}

test('late syntax highlighting causes no layout shift', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/python-/u, async (route) => {
    await held
    await route.continue()
  })
  const { reply, text } = await askFor(page)
  reply.say(`\`\`\`python\n${'def greet(name):\n    return "Hello " + name  # done\n\n'.repeat(20)}\`\`\`\n\nAfter.`)
  reply.finish()
  await expect(text.getByText('After.')).toBeVisible()
  const code = text.locator('pre code')
  const before = await code.boundingBox()
  await expect(code.locator('[class*="syntax"]')).toHaveCount(0)
  release()
  await expect(code.locator('.text-syntax-keyword').first()).toHaveText('def ')
  expect(await code.boundingBox()).toEqual(before)
})

test('loads no image until the user asks, and opens it in a new tab', async ({ page, context }) => {
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  await context.route('https://pictures.example/**', (route) => route.fulfill({ body: 'a picture' }))
  const { reply, text } = await askFor(page)
  reply.say('![A harbour](https://pictures.example/harbour.png)')
  reply.finish()
  await expect(text).toContainText('Image: A harbour (pictures.example)')
  await expect(text.locator('img')).toHaveCount(0)
  const opened = context.waitForEvent('page')
  await text.getByRole('button', { name: 'Open image' }).click()
  const tab = await opened
  await tab.waitForURL('https://pictures.example/harbour.png')
  expect(await tab.evaluate(() => window.opener === null)).toBe(true)
  expect(requests.filter((url) => url.includes('pictures.example'))).toEqual(['https://pictures.example/harbour.png'])
})
