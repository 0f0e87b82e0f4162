import { expect, type Page } from '@playwright/test'
import { logScreenReader, readWalkThroughs } from './listener.ts'
import { dialogOf, messageField, openPage } from './page-steps.ts'
import { test, type Parley } from './parley.ts'

/** The action for each row in docs/accessibility.md. */
const actions: Record<string, (page: Page, parley: Parley) => Promise<unknown>> = {
  'Open the page': (page, parley) => openPage(page, parley, '/'),
  'Press Tab': (page) => page.keyboard.press('Tab'),
  'Press Enter': (page) => page.keyboard.press('Enter'),
  'Press Escape': (page) => page.keyboard.press('Escape'),
  'Go to the field of models': (page) => page.getByRole('combobox', { name: 'Model', exact: true }).focus(),
  'Write “typi”': (page) => page.keyboard.type('typi'),
  'Go to the field for the message': (page) => messageField(page).focus(),
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
  'Open the models': (page, parley) => openPage(page, parley, '/models'),
  'Go to the search': (page) => page.getByRole('searchbox', { name: 'Search models' }).focus(),
  'Go to the name of Echo and press Enter': async (page) => {
    await page.getByRole('link', { name: 'Echo', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Echo' })).toBeVisible()
  },
}

for (const [name, steps] of readWalkThroughs('docs/accessibility.md')) {
  if (steps.length === 0) continue
  test(`announces the documented walk-through: ${name}`, async ({ page, parley, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const listener = await logScreenReader(page)
    const announced: typeof steps = []
    for (const { does: step } of steps) {
      await actions[step]?.(page, parley)
      announced.push({ does: step, hears: (await listener.heard()).toSorted() })
    }
    // Either of two replies may end first.
    expect(announced).toEqual(steps.map(({ does: step, hears }) => ({ does: step, hears: hears.toSorted() })))
  })
}
