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

/** The articles that a frame showed: the first word of each name, and its distance from the top. */
type Shown = Record<string, number>

/** Records each frame in which the conversation changed, and each layout shift in it. */
function watchConversation(page: Page) {
  return page.evaluateHandle(() => {
    const frames: Shown[] = []
    const shifts: string[] = []
    const look = () => {
      const log = document.querySelector('[role=log]')
      const top = log?.getBoundingClientRect().top ?? 0
      const articles = [...(log?.querySelectorAll('article') ?? [])]
      const shown = Object.fromEntries(
        articles.map((each) => [each.ariaLabel?.split(' ')[0] ?? '', each.getBoundingClientRect().top - top]),
      )
      // The empty state is not part of the conversation.
      const isBegun = document.querySelector('[aria-label="Example prompts"]') === null
      const before = frames.at(-1)
      const isSame =
        before &&
        Object.keys(before).join() === Object.keys(shown).join() &&
        // Layout rounds to parts of a pixel.
        Object.entries(shown).every(([name, at]) => Math.abs(at - (before[name] ?? 0)) < 1)
      if (isBegun && !isSame) frames.push(shown)
      requestAnimationFrame(look)
    }
    look()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const article = element?.closest('[role=log] article')
          // The footer of a reply moves down as its text grows.
          if (article && (article === element || article.ariaLabel === 'You'))
            shifts.push(`${article.ariaLabel}: ${element?.outerHTML.slice(0, 200)}`)
        }
      }
    }).observe({ type: 'layout-shift' })
    return { frames, shifts }
  })
}

test('@phone the first message and its reply don’t shift on a slow machine and network', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await page.goto(`${parley.baseUrl}/?model=community/hand-driven#key=${parley.key}`)
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect(page.getByRole('list', { name: 'Example prompts' })).toBeVisible()
  // Scripts load slowly from here on; none that render messages has loaded yet.
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 60_000,
    uploadThroughput: 60_000,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const seen = await watchConversation(page)
  await field.fill('Two lines\nof a first message')
  await field.press('Control+Enter')

  const reply = await engine.nextReply()
  const article = page.getByRole('article', { name: /^Reply/u })
  await expect(article.getByText('Waiting')).toBeAttached()
  // The message's actions appear when it is fully rendered.
  await expect(page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'More' })).toBeAttached()
  reply.say('Hello')
  await expect(article).toContainText('Hello')
  reply.finish()
  await expect(article).toHaveAttribute('data-state', 'done')
  await expect(article.getByRole('button', { name: 'Copy' })).toBeAttached()

  const { frames, shifts } = await seen.jsonValue()
  expect(frames).toEqual([{ You: expect.any(Number), Reply: expect.any(Number) }])
  expect(shifts).toEqual([])
})
