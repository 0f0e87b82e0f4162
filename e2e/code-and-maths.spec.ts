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

const program = ['/* Two lines', 'of comment */', '', 'const name = "x"', '\tif (name) alert(`no`)', ''].join('\n')

test('code is coloured line by line while it streams, and can be copied and selected as it was written', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { reply, text } = await askFor(page)
  const code = text.locator('pre code')
  reply.say('```ts\n/* Two lines\nof com')
  await expect(code).toHaveText('/* Two lines\nof com')
  // The second line is a comment only because the first one began it.
  await expect(code.locator('.text-syntax-comment').last()).toContainText('of com')
  reply.say(`ment */${program.split('of comment */')[1] ?? ''}`)
  await expect(code.locator('.text-syntax-keyword').first()).toHaveText('const ')
  reply.say('\n```\n\nAfter.')
  reply.finish()
  await expect(text.getByText('After.')).toBeVisible()
  expect(await code.evaluate((element) => element.textContent)).toBe(program)

  await text.getByRole('button', { name: 'Copy code' }).click()
  await expect(text.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(program)

  const selected = await code.evaluate((element) => {
    getSelection()?.selectAllChildren(element)
    return String(getSelection())
  })
  expect(selected.trimEnd()).toBe(program.trimEnd())
})

test('long code is selected without a line more or less', async ({ page }) => {
  const { reply, text } = await askFor(page)
  const long = Array.from({ length: 1_000 }, (_, line) => (line % 7 === 0 ? '' : `line ${line}`)).join('\n')
  reply.say(`\`\`\`\n${long}\n\`\`\`\n`)
  reply.finish()
  const code = text.locator('pre code')
  await expect(code).toContainText('line 999')
  const selected = await code.evaluate((element) => {
    getSelection()?.selectAllChildren(element)
    return String(getSelection())
  })
  expect(selected).toBe(long)
})

test('colours that come late move nothing', async ({ page }) => {
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

test('maths is set by KaTeX, money stays money, and TeX that is none stays as it was written', async ({ page }) => {
  const { reply, text } = await askFor(page)
  reply.say('Lunch was $5 and $6, so $x^2 + y$ and \\(\\frac{a}{b}\\).\n\n$$\n\\int_0^1 x\\,dx = \\tfrac12\n')
  await expect(text.locator('.katex')).toHaveCount(2)
  await expect(text).toContainText('Lunch was $5 and $6, so')
  reply.say('$$\n\nBroken: $\\nothing_known{x}$.')
  reply.finish()
  await expect(text.locator('.katex-display')).toHaveCount(1)
  await expect(text.locator('math')).toHaveCount(3)
  await expect(text.locator('code')).toHaveText('\\nothing_known{x}')
  const fonts = await page.evaluate(() =>
    document.fonts.ready.then((all) => [...all].filter((f) => f.status === 'loaded').map((f) => f.family)),
  )
  expect(fonts.join()).toContain('KaTeX_Math')
})

test('an image loads nothing until it is asked for, and then in a tab of its own', async ({ page, context }) => {
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
