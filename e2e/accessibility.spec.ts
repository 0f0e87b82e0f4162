import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { listenTo, readWalkThroughs } from './listener.ts'
import { startFaultEngine } from './fault-engine.ts'
import { startParley, test, type Parley } from './parley.ts'
import { sidewaysScroll, unreachable } from './reachable.ts'
import { smallTargets } from './target-sizes.ts'

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

async function open(page: Page, { baseUrl, key }: Parley, path: string) {
  await page.goto(`${baseUrl}${path}#key=${key}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.waitForLoadState('networkidle')
}

async function talk(page: Page, text = 'Good morning') {
  await message(page).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.locator('article[data-state=done]').first()).toBeVisible()
}

interface Screen {
  name: string
  path: string
  /** What is done there first. */
  act?: (page: Page) => Promise<void>
}

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

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
      await page.getByRole('button', { name: 'QR code' }).click()
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

test.describe('with colours of the person’s own', () => {
  test.use({ colorScheme: 'dark' })

  const outline = (at: Locator) => at.evaluate((element) => getComputedStyle(element).outlineStyle)

  test('focus, what is chosen and what is wrong show by lines', async ({ page, parley }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await open(page, parley, '/')
    expect(await outline(page.getByRole('link', { name: 'Playground' }))).toBe('solid')
    expect(await outline(page.getByRole('link', { name: 'Models' }))).toBe('none')
    for (let presses = 0; presses < 18; presses += 1) {
      await page.keyboard.press('Tab')
      const isRinged = await page.evaluate(() => {
        const around = (element: Element | null): boolean =>
          element !== null && (getComputedStyle(element).outlineStyle !== 'none' || around(element.parentElement))
        return around(document.activeElement)
      })
      expect(isRinged).toBe(true)
    }

    await page.getByRole('combobox', { name: 'Model' }).click()
    expect(await outline(page.getByRole('listbox').getByRole('option', { selected: true }))).toBe('solid')
    await page.keyboard.press('ArrowDown')
    const active = page.locator('[data-active]')
    expect(await active.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe('2px')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Compare two models' }).click()
    const separate = page.getByRole('switch', { name: 'Separate messages' })
    const before = await outline(separate)
    await separate.click()
    expect([before, await outline(separate)]).toEqual(['none', 'solid'])

    await open(page, parley, '/settings')
    const url = page.getByRole('textbox', { name: 'Base URL' })
    const rim = () => url.evaluate((element) => getComputedStyle(element).borderWidth)
    const untouched = await rim()
    await url.fill('nonsense://x')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(url).toHaveAttribute('aria-invalid', 'true')
    expect([untouched, await rim()]).toEqual(['1px', '2px'])
  })

  test('lines of charts and points of the plot stand out', async ({ page, parley }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await open(page, parley, '/?models=parley/echo,parley/babble')
    await talk(page, 'The harbour in the morning, and the boats')
    await expect(page.locator('article[data-state=done]')).toHaveCount(2)
    await page.getByRole('button', { name: 'Figures and chart' }).click()
    const lines = page
      .getByRole('group', { name: 'Figures and chart of the last replies' })
      .locator('svg path, svg polyline')
    const strokes = await lines.evaluateAll((all) => all.map((line) => getComputedStyle(line).stroke))
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(strokes.length).toBeGreaterThan(0)
    expect(strokes).not.toContain(ground)

    await open(page, parley, '/models?view=plot')
    const plot = page.getByRole('img', { name: /models by/u })
    await expect(plot).toBeVisible()
    const inked = await plot.evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return pixels.filter((value, index) => index % 4 === 3 && value > 128).length
    })
    expect(inked).toBeGreaterThan(100)
  })
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

/** What is done at each row of docs/accessibility.md. */
const does: Record<string, (page: Page, parley: Parley) => Promise<unknown>> = {
  'Open the page': (page, parley) => open(page, parley, '/'),
  'Press Tab': (page) => page.keyboard.press('Tab'),
  'Press Enter': (page) => page.keyboard.press('Enter'),
  'Press Escape': (page) => page.keyboard.press('Escape'),
  'Go to the field of models': (page) => page.getByRole('combobox', { name: 'Model', exact: true }).focus(),
  'Write “typi”': (page) => page.keyboard.type('typi'),
  'Go to the field for the message': (page) => message(page).focus(),
  'Write “40 tokens at 30 tokens per second”': (page) => page.keyboard.type('40 tokens at 30 tokens per second'),
  'Press Enter, and wait for the first word': async (page) => {
    await page.keyboard.press('Enter')
    await expect(page.locator('article[data-state=streaming]')).toBeVisible()
  },
  'Wait for the end': (page) => expect(page.locator('article[aria-busy=true]')).toHaveCount(0),
  'Go to “Share” and press Enter': async (page) => {
    await page.getByRole('button', { name: 'Share', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(dialogOf(page, 'Share').getByRole('textbox', { name: 'Link' })).toHaveValue(/#s=/u)
  },
  'Go to “Copy link” and press Enter': async (page) => {
    await page.getByRole('button', { name: 'Copy link' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  },
  'Go to “Compare two models” and press Enter': async (page) => {
    await page.getByRole('button', { name: 'Compare two models' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Pane 2' })).toBeVisible()
  },
  'Press Enter, and wait for both to end': async (page) => {
    await page.keyboard.press('Enter')
    await expect(page.locator('article[data-state=done]')).toHaveCount(2)
  },
  'Go to “Figures and chart” and press Enter': async (page) => {
    await page.getByRole('button', { name: 'Figures and chart' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table', { name: 'Figures of the last replies' })).toBeVisible()
  },
  'Go to the comparison': (page) => page.getByRole('group', { name: 'Figures and chart of the last replies' }).focus(),
  'Open the models': (page, parley) => open(page, parley, '/models'),
  'Go to the search': (page) => page.getByRole('searchbox', { name: 'Search models' }).focus(),
  'Go to the name of Echo and press Enter': async (page) => {
    await page.getByRole('link', { name: 'Echo', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Echo' })).toBeVisible()
  },
}

for (const [name, steps] of readWalkThroughs('docs/accessibility.md')) {
  if (steps.length === 0) continue
  test(`the walk-through is true: ${name}`, async ({ page, parley, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const listener = await listenTo(page)
    const heard: typeof steps = []
    for (const { does: step } of steps) {
      await does[step]?.(page, parley)
      heard.push({ does: step, hears: (await listener.heard()).toSorted() })
    }
    // Of two replies either may end first.
    expect(heard).toEqual(steps.map(({ does: step, hears }) => ({ does: step, hears: hears.toSorted() })))
  })
}
