import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startFaultEngine } from '#testing/faults.ts'
import { startParley, test, type Parley } from './parley.ts'

// Six replies at once are a lot for a small machine that does something else beside.
test.describe.configure({ timeout: 90_000 })
const patient = expect.configure({ timeout: 30_000 })

let engine: Awaited<ReturnType<typeof startFaultEngine>>
let parley: Parley
test.beforeAll(async () => {
  engine = await startFaultEngine()
  parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
})
test.afterAll(async () => {
  await parley.stop()
  engine.close()
})

const four = ['parley/echo', 'parley/eliza', 'parley/typist', 'parley/babble']

async function open(page: Page, ...ids: string[]) {
  await page.goto(`${parley.baseUrl}/?models=${ids.join(',')}#key=${parley.key}`)
  await expect(page.getByRole('combobox', { name: /^Model/u })).toHaveCount(ids.length)
  await expect(page.getByRole('combobox', { name: 'Model' }).first()).not.toHaveValue('')
}

const pane = (page: Page, place: number) => page.getByRole('region', { name: `Pane ${place}` })
const lastReply = (page: Page, place: number) =>
  pane(page, place)
    .getByRole('article', { name: /^Reply/u })
    .last()

async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

test('of six panes one fails and one stalls, while four finish', async ({ page }) => {
  await open(page, ...four, 'community/error-frame', 'community/stalls')
  await expect(page.getByRole('button', { name: 'Add model' })).toHaveCount(0)
  await say(page, '40 tokens')
  for (const place of [1, 2, 3, 4]) {
    await patient(lastReply(page, place)).toHaveAttribute('data-state', 'done')
    await expect(pane(page, place).getByText('Done', { exact: true })).toBeAttached()
  }
  await patient(lastReply(page, 5)).toHaveAttribute('data-state', 'failed')
  await expect(lastReply(page, 5)).toContainText('Half a rep')
  await expect(lastReply(page, 5).getByRole('button', { name: 'Retry' })).toBeVisible()
  await patient(lastReply(page, 6)).toHaveAttribute('data-state', 'streaming')

  // The others go on, and the one that still hangs queues what is said now.
  await say(page, 'again')
  await expect(pane(page, 1).getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(pane(page, 6).getByRole('article', { name: 'You' })).toHaveCount(1)
  const queued = pane(page, 6).getByRole('group', { name: 'Queued message' })
  await expect(queued).toContainText('again')
  await expect(queued).toContainText('Queued: sends when this reply ends')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  // It answers another question than the others, so it is not compared with them.
  const comparison = page.getByRole('region', { name: 'Comparison of the last replies' })
  await patient(comparison).toContainText('Not compared: pane 6 (different question)')
  await comparison.getByRole('button', { name: 'Figures and chart' }).click()
  await expect(comparison.getByRole('table', { name: 'Figures of the last replies' }).getByRole('row')).toHaveCount(6)
  await comparison.getByRole('button', { name: 'Figures and chart' }).click()
  await patient(lastReply(page, 5)).toHaveAttribute('data-state', 'failed')

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await patient(lastReply(page, 6)).toHaveAttribute('data-state', 'stopped')
  await expect(lastReply(page, 6)).toContainText('Half a rep')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()

  // Nothing is sent after a stop, and nothing is lost by a reload.
  const unsent = pane(page, 6).getByRole('group', { name: 'Unsent message' })
  await expect(unsent).toContainText('again')
  await page.reload()
  await expect(unsent).toContainText('Not sent')
  await unsent.getByRole('button', { name: 'Send now' }).click()
  await expect(pane(page, 6).getByRole('article', { name: 'You' })).toHaveCount(2)
  await expect(unsent).toHaveCount(0)
})

test('a queued message is sent when the reply before it is ended, or cancelled', async ({ page }) => {
  await open(page, 'parley/echo', 'community/stalls')
  await say(page, 'first')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  await say(page, 'second')
  const queued = pane(page, 2).getByRole('group', { name: 'Queued message' })
  await expect(queued).toContainText('second')
  await page.getByRole('button', { name: 'End reply 2' }).click()
  await expect(queued).toHaveCount(0)
  await expect(pane(page, 2).getByRole('article', { name: 'You' })).toHaveText([/first/u, /second/u])
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  await say(page, 'third')
  await queued.getByRole('button', { name: 'Cancel' }).click()
  await expect(queued).toHaveCount(0)
  await expect(page.getByRole('log', { name: 'Conversation 2' })).toBeFocused()
  await expect(pane(page, 2).getByRole('article', { name: 'You' })).toHaveCount(2)
})

test('Ctrl+Z in the empty Message takes a message back from all panes, and Ctrl+Y sends it back there', async ({
  page,
}) => {
  await open(page, 'parley/echo', 'community/stalls')
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await say(page, 'taken back')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  await patient(lastReply(page, 2)).toHaveAttribute('data-state', 'streaming')
  await field.press('Control+z')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(field).toHaveValue('taken back')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await field.press('Control+y')
  await expect(field).toHaveValue('')
  await expect(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  await expect(lastReply(page, 2)).toHaveAttribute('data-state', 'stopped')
  // What a person typed and deleted is the field's own to bring back.
  await field.pressSequentially('abc')
  await field.press('Control+a')
  await field.press('Delete')
  await field.press('Control+z')
  await expect(field).toHaveValue('abc')
  await expect(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
})

test('one reply is ended alone', async ({ page }) => {
  await open(page, 'community/stalls', 'community/goes-on')
  await say(page, 'go')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'streaming')
  await patient(lastReply(page, 2)).toHaveAttribute('data-state', 'streaming')
  await page.getByRole('button', { name: 'End reply 2' }).click()
  await patient(lastReply(page, 2)).toHaveAttribute('data-state', 'stopped')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'streaming')
})

test('a pane is added, closed and brought back, with the keyboard alone', async ({ page }) => {
  await open(page, 'parley/echo')
  await page.getByRole('button', { name: 'Add model' }).focus()
  await page.keyboard.press('Enter')
  const second = page.getByRole('combobox', { name: 'Model 2' })
  await expect(second).toBeFocused()
  // The next one that can be called, and not the same again.
  await expect(second).not.toHaveValue('Echo')
  await page.keyboard.type('eliza')
  await page.keyboard.press('Enter')
  await expect(second).toHaveValue('Eliza')
  await expect.poll(() => new URL(page.url()).searchParams.get('models')).toBe('parley/echo,parley/eliza')

  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('I am sad.')
  await page.keyboard.press('Enter')
  await patient(lastReply(page, 2)).toHaveAttribute('data-state', 'done')
  const said = await lastReply(page, 2).locator('[data-part="text"]').textContent()

  await page.getByRole('button', { name: 'Close pane 2' }).focus()
  await page.keyboard.press('Enter')
  await expect(second).toHaveCount(0)
  await expect(page.getByText('Pane 2 is closed: Eliza.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo that' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(second).toBeFocused()
  await expect(lastReply(page, 2).locator('[data-part="text"]')).toHaveText(said ?? '')
})

test('the menu of a pane stays where it is when there is something to undo', async ({ page }) => {
  await open(page, 'parley/echo', 'parley/eliza')
  const menu = page.getByRole('button', { name: 'More for pane 1' })
  await expect(menu).toBeVisible()
  const before = await menu.boundingBox()
  await say(page, 'Hello')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  expect(await menu.boundingBox()).toEqual(before)
})

test('a branch goes into another pane, and back by undo', async ({ page }) => {
  await open(page, 'parley/echo', 'parley/eliza')
  await say(page, 'first words')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  await patient(lastReply(page, 2)).toHaveAttribute('data-state', 'done')
  await page.getByRole('button', { name: 'More for pane 1' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Branch into pane 2/u }).press('Enter')
  await expect(pane(page, 2).getByRole('article', { name: 'Reply from parley/echo' })).toContainText('first words')
  await page.getByRole('button', { name: 'Undo that' }).click()
  await expect(pane(page, 2).getByRole('article', { name: 'Reply from parley/eliza' })).toBeVisible()

  await page.getByRole('button', { name: 'More for pane 2' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Branch into a new pane' }).press('Enter')
  await expect(pane(page, 3).getByRole('article', { name: 'Reply from parley/eliza' })).toBeVisible()
})

test('messages can be separate, and are sent to all at once or to one', async ({ page }) => {
  await open(page, 'parley/echo', 'parley/echo')
  await page.getByRole('textbox', { name: 'Message' }).fill('the same')
  await page.getByRole('switch', { name: 'Separate messages' }).click()
  const second = page.getByRole('textbox', { name: 'Message 2' })
  await expect(second).toHaveValue('the same')
  await second.fill('another')
  await second.press('Enter')
  await patient(lastReply(page, 2)).toContainText('another')
  await expect(pane(page, 1).getByRole('article')).toHaveCount(0)
  await second.fill('third')
  await page.getByRole('button', { name: 'Send all' }).click()
  await patient(lastReply(page, 1)).toContainText('the same')
  await patient(lastReply(page, 2)).toContainText('third')
})

test('each pane has parameters of its own, until they are given to all', async ({ page }) => {
  await open(page, 'parley/echo', 'parley/eliza')
  const of = page.getByRole('combobox', { name: 'Parameters of' })
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await of.selectOption({ label: 'Pane 2 · Eliza' })
  await prompt.fill('Be brief.')
  await of.selectOption({ label: 'Pane 1 · Echo' })
  await expect(prompt).toHaveValue('')
  await page.getByRole('combobox', { name: 'Model 2' }).focus()
  await expect(prompt).toHaveValue('Be brief.')
  await page.getByRole('button', { name: 'Apply to all panes' }).click()
  await of.selectOption({ label: 'Pane 1 · Echo' })
  await expect(prompt).toHaveValue('Be brief.')
  await page.getByRole('button', { name: 'Undo that' }).click()
  await expect(prompt).toHaveValue('')
})

test('panes scroll together in proportion, and alone otherwise', async ({ page }) => {
  await open(page, 'parley/typist', 'parley/echo')
  await say(page, '900 tokens at 2000 tokens per second')
  await say(page, '900 tokens at 2000 tokens per second')
  await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'done')
  const logs = page.getByRole('log')
  const share = (at: number) =>
    logs.nth(at).evaluate((log) => Math.abs(log.scrollTop) / Math.max(1, log.scrollHeight - log.clientHeight))
  const readBack = async () => {
    await logs.first().hover()
    await page.mouse.wheel(0, -700)
    await expect.poll(() => share(0)).toBeGreaterThan(0.05)
  }
  // Short of that the second pane has nothing to scroll.
  await page.setViewportSize({ width: 1440, height: 420 })
  await readBack()
  expect(await share(1)).toBe(0)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await page.getByRole('switch', { name: 'Scroll together' }).click()
  await readBack()
  await expect.poll(async () => Math.abs((await share(0)) - (await share(1)))).toBeLessThan(0.05)
  expect(await share(1)).toBeGreaterThan(0.02)
  await page.getByRole('button', { name: 'Jump to latest' }).first().click()
  await expect.poll(async () => (await share(0)) + (await share(1))).toBe(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('one pane fills the view, is swiped, and says which one it is', async ({ page }) => {
    await open(page, 'parley/echo', 'parley/eliza', 'parley/babble')
    const marks = page.getByRole('navigation', { name: 'Panes' })
    await expect(marks).toContainText('1 of 3')
    await expect(pane(page, 1)).toBeInViewport({ ratio: 0.99 })
    await expect(pane(page, 2)).not.toBeInViewport()
    await pane(page, 1).evaluate((element) => element.parentElement?.scrollBy({ left: 300 }))
    await expect(marks).toContainText('2 of 3')
    await expect(pane(page, 2)).toBeInViewport({ ratio: 0.99 })
    await expect(marks.getByRole('button', { name: 'Pane 2' })).toHaveAttribute('aria-current', 'true')
    await expect(marks).toContainText('beside Echo')
    await marks.getByRole('button', { name: 'Pane 3' }).press('Enter')
    await expect(pane(page, 3)).toBeInViewport({ ratio: 0.99 })
    await expect(marks).toContainText('3 of 3')
    await page.getByRole('button', { name: 'Parameters' }).click()
    await expect(page.getByRole('combobox', { name: 'Parameters of' }).locator('option:checked')).toHaveText(/^Pane 3/u)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`axe, ${viewport.width} wide`, () => {
    test.use({ viewport })

    test('finds nothing in panes in mid-stream', async ({ page }) => {
      await open(page, 'community/stalls', 'community/error-frame', 'parley/echo', 'community/stalls')
      await say(page, 'all of you')
      await patient(lastReply(page, 1)).toHaveAttribute('data-state', 'streaming')
      await patient(lastReply(page, 2)).toHaveAttribute('data-state', 'failed')
      await patient(lastReply(page, 3)).toHaveAttribute('data-state', 'done')
      await page.getByRole('button', { name: 'Figures and chart' }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await page.getByRole('button', { name: 'Close pane 4' }).click()
      await page.getByRole('switch', { name: 'Separate messages' }).click()
      await expectAccessible(page)
    })
  })
}
