import { expect, type Locator } from '@playwright/test'
import { openPage, sendMessage } from './page-steps.ts'
import { test } from './parley.ts'

test.describe('with forced colours', () => {
  test.use({ colorScheme: 'dark' })

  const outline = (at: Locator) => at.evaluate((element) => getComputedStyle(element).outlineStyle)

  test('outlines mark focus, selection and errors', async ({ page, parley }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await openPage(page, parley, '/')
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

    await openPage(page, parley, '/settings')
    const url = page.getByRole('textbox', { name: 'Base URL' })
    const rim = () => url.evaluate((element) => getComputedStyle(element).borderWidth)
    const untouched = await rim()
    await url.fill('nonsense://x')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(url).toHaveAttribute('aria-invalid', 'true')
    expect([untouched, await rim()]).toEqual(['1px', '2px'])
  })

  test('chart lines and plot points are distinguishable', async ({ page, parley }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await openPage(page, parley, '/?models=parley/echo,parley/babble')
    await sendMessage(page, 'The harbour in the morning, and the boats')
    await expect(page.locator('article[data-state=done]')).toHaveCount(2)
    await page.getByRole('button', { name: 'Figures and chart' }).click()
    const lines = page
      .getByRole('group', { name: 'Figures and chart of the last replies' })
      .locator('svg path, svg polyline')
    const strokes = await lines.evaluateAll((all) => all.map((line) => getComputedStyle(line).stroke))
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(strokes.length).toBeGreaterThan(0)
    expect(strokes).not.toContain(ground)

    await openPage(page, parley, '/models?view=plot')
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
