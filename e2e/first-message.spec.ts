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

/** What a frame showed of the conversation: the articles by the first word of their names, with their distance from its top. */
type Shown = Record<string, number>

/** Notes each frame in which the conversation looks different, and each layout shift in it. */
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
      // As long as the page asks what to say, the conversation has not begun.
      const isBegun = document.querySelector('[aria-label="Ways to begin"]') === null
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
          // Within a reply, what stands below its text goes down as that grows.
          if (article && (article === element || article.ariaLabel === 'You'))
            shifts.push(`${article.ariaLabel}: ${element?.outerHTML.slice(0, 200)}`)
        }
      }
    }).observe({ type: 'layout-shift' })
    return { frames, shifts }
  })
}

test('@phone the first message and its reply stand where they appeared, on a slow machine and line', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await page.goto(`${parley.baseUrl}/?model=community/hand-driven#key=${parley.key}`)
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect(page.getByRole('list', { name: 'Ways to begin' })).toBeVisible()
  // From here on each script takes its time: none of those that draw messages is here yet.
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
  // Drawn in full: what can be done with the message is there.
  await expect(page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Edit' })).toBeAttached()
  reply.say('Hello')
  await expect(article).toContainText('Hello')
  reply.finish()
  await expect(article).toHaveAttribute('data-state', 'done')
  await expect(article.getByRole('button', { name: 'Copy' })).toBeAttached()

  const { frames, shifts } = await seen.jsonValue()
  expect(frames).toEqual([{ You: expect.any(Number), Reply: expect.any(Number) }])
  expect(shifts).toEqual([])
})
