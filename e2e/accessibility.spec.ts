import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { listenTo } from './listener.ts'
import { startFaultEngine } from '#testing/faults.ts'
import { dialogOf, message, open, talk } from './page-steps.ts'
import { startParley, test } from './parley.ts'
import { sidewaysScroll, unreachable } from './reachable.ts'
import { smallTargets } from './target-sizes.ts'

interface Screen {
  name: string
  path: string
  /** What is done there first. */
  act?: (page: Page) => Promise<void>
}

const screens: readonly Screen[] = [
  { name: 'the empty playground', path: '/' },
  { name: 'a reply', path: '/?model=parley/echo', act: (page) => talk(page) },
  {
    name: 'three panes and their figures',
    path: '/?models=parley/echo,parley/eliza,parley/babble',
    async act(page) {
      await talk(page)
      await page.getByRole('button', { name: 'Figures and chart' }).click()
    },
  },
  { name: 'models', path: '/models' },
  { name: 'the plot of models', path: '/models?view=plot' },
  { name: 'a model', path: '/models/anthropic/claude-sonnet-4-5' },
  { name: 'a comparison', path: '/compare?ids=anthropic/claude-sonnet-4-5,openai/gpt-5-mini' },
  { name: 'settings', path: '/settings' },
  {
    name: 'sharing',
    path: '/?model=parley/echo',
    async act(page) {
      await talk(page)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await expect(dialogOf(page, 'Share').getByText('No QR code')).toBeVisible()
    },
  },
  {
    name: 'code',
    path: '/?model=parley/echo',
    async act(page) {
      await page.getByRole('button', { name: 'Get code' }).click()
      await expect(page.getByRole('group', { name: 'Code' })).toBeVisible()
    },
  },
  {
    name: 'the exchange behind a reply',
    path: '/?model=parley/echo',
    async act(page) {
      await talk(page)
      await page.getByRole('button', { name: 'Inspect' }).focus()
      await page.keyboard.press('Enter')
      await expect(dialogOf(page, 'Inspect')).toBeVisible()
    },
  },
  {
    name: 'the command palette',
    path: '/',
    async act(page) {
      await page.keyboard.press('Control+k')
      await expect(dialogOf(page, 'Command palette').getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'the shortcuts',
    path: '/',
    async act(page) {
      await page.getByRole('main').focus()
      await page.keyboard.press('?')
      await expect(dialogOf(page, 'Keyboard shortcuts')).toBeVisible()
    },
  },
  { name: 'no such conversation', path: '/c/none' },
  { name: 'no such page', path: '/nothing' },
]

/** A window of 1,440 × 900 at 200 %, and one of 320: what 1.4.4 and 1.4.10 ask for. */
const narrow = [
  { width: 720, height: 450 },
  { width: 320, height: 640 },
]

for (const { name, path, act } of screens) {
  test(`${name}: targets are large enough, and nothing is lost by zooming in`, async ({ page, parley }) => {
    test.slow()
    await open(page, parley, path)
    await act?.(page)
    expect(await smallTargets(page)).toEqual([])
    for (const size of narrow) {
      await page.setViewportSize(size)
      await expect.poll(() => sidewaysScroll(page)).toBe(0)
      await expect.poll(() => unreachable(page)).toEqual([])
    }
  })
}

test('axe finds nothing wrong where nothing stands yet', async ({ page, parley }) => {
  test.slow()
  for (const path of ['/', '/c/none', '/nothing']) {
    await open(page, parley, path)
    await expectAccessible(page)
  }
  await open(page, parley, '/')
  await page.getByRole('button', { name: 'Compare two models' }).click()
  await expect(page.getByRole('region', { name: 'Pane 2' })).toBeVisible()
  await expectAccessible(page)
})

test('nothing moves for those who asked for that', async ({ page, parley }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, parley, '/?models=parley/typist,parley/echo')
  await message(page).fill('400 tokens at 40 tokens per second')
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

test('a failure is announced when it happens, and not again when its conversation is opened', async ({ page }) => {
  const engine = await startFaultEngine()
  const parley = await startParley({ PARLEY_ENGINE_URL: engine.baseUrl })
  try {
    const listener = await listenTo(page)
    await open(page, parley, '/?model=community/breaks')
    await message(page).fill('Hello')
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
