import { expect, test as base, type Page } from '@playwright/test'
import { messyList } from '#app/data/calls/test-engines.test-support.ts'
import { expectAccessible } from './axe.ts'
import { addConnection } from './connect.ts'
import { logScreenReader } from './listener.ts'
import { startFaultEngine } from '#testing/faults.ts'
import { dialogOf, messageField, openPage, sendMessage } from './page-steps.ts'
import { test } from './messy-parley.ts'
import { startParley } from './parley.ts'
import { horizontalOverflow, unreachableControls } from './reachable.ts'
import { smallTargets } from './target-sizes.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** 1,440 × 900 at 200 % zoom, and 320 pixels wide, as WCAG 1.4.4 and 1.4.10 require. */
const narrow = [
  { width: 720, height: 450 },
  { width: 320, height: 640 },
]

/**
 * Expects no axe violations, large enough targets, and every control reachable when zoomed in. To save time, only
 * `isPage` states are also given to axe in the dark theme and at the narrow size; tokens.test.ts tests the contrast of
 * both themes.
 */
function check(page: Page, name: string, { isPopup = false, isPage = false } = {}): Promise<void> {
  return base.step(name, async () => {
    await expectAccessible(page, { themes: isPage ? ['light', 'dark'] : ['light'] })
    // Resizing the window closes popups.
    if (isPopup) return
    const desktop = page.viewportSize()
    expect(await smallTargets(page)).toEqual([])
    for (const size of narrow) {
      await page.setViewportSize(size)
      await expect.poll(() => horizontalOverflow(page)).toBe(0)
      await expect.poll(() => unreachableControls(page)).toEqual([])
    }
    // Colours don't depend on the width.
    if (isPage) await expectAccessible(page, { contrast: false })
    if (desktop) await page.setViewportSize(desktop)
  })
}

test('the playground and its dialogs are accessible', async ({ page, messyParley: parley }) => {
  test.setTimeout(180_000)
  await openPage(page, parley, '/')
  await check(page, 'the empty playground', { isPage: true })
  await page.getByRole('combobox', { name: 'Model' }).click()
  await expect(page.getByRole('listbox', { name: 'Model' })).toBeVisible()
  await check(page, 'the open list of models', { isPopup: true })
  await page.keyboard.press('Escape')
  await button(page, 'Compare two models').click()
  await expect(page.getByRole('region', { name: 'Pane 2' })).toBeVisible()
  await check(page, 'two panes')
  for (const [name, keys] of [
    ['Command palette', 'Control+k'],
    ['Keyboard shortcuts', '?'],
  ] as const) {
    await page.getByRole('main').focus()
    await page.keyboard.press(keys)
    await expect(dialogOf(page, name)).toBeVisible()
    await check(page, name)
    await page.keyboard.press('Escape')
  }

  await page.keyboard.press('Control+k')
  await page.keyboard.type('Connect a model')
  await page.keyboard.press('Enter')
  const connect = dialogOf(page, 'Connect a model')
  await expect(connect.getByRole('group', { name: 'On this computer' })).toContainText('None found')
  await connect.getByRole('button', { name: 'Add key: OpenRouter' }).click()
  await connect.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(connect.getByRole('alert')).toContainText('Paste a key')
  await check(page, 'connecting a provider')
  await page.keyboard.press('Escape')

  await openPage(page, parley, '/c/none')
  await check(page, 'no such conversation')
  await openPage(page, parley, '/nothing')
  await check(page, 'no such page')
})

test('replies and their dialogs are accessible', async ({ page, messyParley: parley }) => {
  test.setTimeout(180_000)
  await openPage(page, parley, '/?models=parley/echo,parley/eliza,parley/babble')
  await sendMessage(page)
  await expect(page.locator('article[data-state=done]')).toHaveCount(3)
  await button(page, 'Figures and chart').click()
  await check(page, 'three panes and their figures', { isPage: true })

  await openPage(page, parley, '/?model=parley/echo')
  await sendMessage(page)
  await check(page, 'a reply', { isPage: true })
  await button(page, 'Share').click()
  await page.getByRole('radio', { name: 'Chosen messages' }).check()
  await page.getByText('View JSON').click()
  await expect(dialogOf(page, 'Share').getByText('No QR code')).toBeVisible()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await check(page, 'sharing')
  await page.keyboard.press('Escape')
  await button(page, 'Get code').click()
  await expect(page.getByRole('group', { name: 'Code' })).toBeVisible()
  await check(page, 'code')
  await page.keyboard.press('Escape')
  await button(page, 'Inspect').focus()
  await page.keyboard.press('Enter')
  for (const tab of ['Request', 'Response', 'Events']) {
    await dialogOf(page, 'Inspect').getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab }).getByRole('button').first()).toBeVisible()
    await check(page, `the exchange behind a reply: ${tab}`)
  }
  await page.keyboard.press('Escape')

  await page.goto(link)
  await expect(button(page, 'Restore previous')).toBeVisible()
  await check(page, 'a shared setup')
  await page.evaluate(() => (location.hash = '#s=1.damaged'))
  await expect(page.getByRole('alert')).toContainText('damaged')
  await check(page, 'a damaged link')
})

test('the catalogue is accessible', async ({ page, messyParley: parley }) => {
  test.setTimeout(180_000)
  await openPage(page, parley, '/models?q=claude&can=vision&sort=-context&type=nonsense')
  await check(page, 'models, filtered by a link with a mistake', { isPage: true })
  await openPage(page, parley, '/models?view=plot')
  await expect(page.getByRole('img', { name: /models by/u })).toBeVisible()
  await check(page, 'the plot of models', { isPage: true })
  await openPage(page, parley, '/models?q=zzzzzzzz')
  await check(page, 'no models')
  for (const name of ['Views', 'Export', /^Filters/u]) {
    // The filters are in a sheet on a phone.
    if (name instanceof RegExp) await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await check(page, String(name), { isPopup: true })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
})

test('the model page, the comparison and the settings are accessible', async ({ page, messyParley: parley }) => {
  test.setTimeout(180_000)
  await openPage(page, parley, '/models/openai/gpt-4.1-mini')
  await expect(page.getByRole('heading', { name: 'Cheaper, with the same capabilities' })).toBeVisible()
  await check(page, 'a model', { isPage: true })
  await openPage(page, parley, '/compare')
  await check(page, 'nothing to compare')
  const ids = messyList.map(({ id }) => id.replaceAll(/[%,]/gu, encodeURIComponent)).join(',')
  await openPage(page, parley, `/compare?ids=${encodeURIComponent(`${ids},nope/nope`)}`)
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
  await page.getByRole('button', { name: /^Change/u }).click()
  await check(page, 'a comparison', { isPage: true })
  await openPage(page, parley, '/settings')
  await button(page, 'Save').click()
  await expect(page.getByRole('alert')).toContainText('Enter the base URL')
  await check(page, 'settings with nothing in them')
  await addConnection(page, 'http://127.0.0.1:9', { name: 'One', key: 'sk-planted' })
  await button(page, 'Test connection').click()
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await check(page, 'settings with a connection that fails', { isPage: true })
})

test('has no animations with reduced motion', async ({ page, parley }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page, parley, '/?models=parley/typist,parley/echo')
  await messageField(page).fill('400 tokens at 40 tokens per second')
  await page.keyboard.press('Enter')
  await expect(page.locator('article[data-state=streaming]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialogOf(page, 'Share')).toBeVisible()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .flatMap((animation) => (animation.playState === 'running' ? [animation.constructor.name] : [])),
  )
  expect(moving).toEqual([])
})

test('announces a failure when it happens, and not again when the conversation is reopened', async ({ page }) => {
  const engine = await startFaultEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  try {
    const listener = await logScreenReader(page)
    await openPage(page, parley, '/?model=community/breaks')
    await messageField(page).fill('Hello')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('article', { name: /^Reply/u }).getByRole('alert')
    await expect(alert).toContainText('said by the engine')
    expect((await listener.heard()).filter((words) => words.startsWith('alert'))).toHaveLength(1)
    await expect(page).toHaveURL(/\/c\//u)
    await page.waitForLoadState('networkidle')

    await page.reload()
    await expect(page.getByRole('article', { name: /^Reply/u })).toContainText('said by the engine')
    await expect(alert).toHaveCount(0)
    expect((await listener.heard()).filter((words) => words.startsWith('alert'))).toEqual([])
  } finally {
    await parley.stop()
    engine.close()
  }
})
