import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { expect, type Page } from '@playwright/test'

type Theme = 'light' | 'dark'

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Expects no axe violations in the light theme, and enough contrast in each other theme asked for. Without `contrast`,
 * which takes most of the time, it looks at everything else.
 */
export async function expectAccessible(
  page: Page,
  {
    within = 'html',
    contrast = true,
    themes = ['light'],
  }: { within?: string; contrast?: boolean; themes?: Theme[] } = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  for (const colorScheme of themes) {
    // Without reduced motion, colors would be checked mid-transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const options: axe.RunOptions = {
      // Describing what passed takes longer than the checks.
      resultTypes: ['violations'],
      rules: { 'color-contrast': { enabled: contrast } },
      // Only colors differ between the themes.
      ...(colorScheme === 'dark' && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
    }
    const violations = await page.evaluate(
      async ([part, how]) => (await (window as unknown as { axe: typeof axe }).axe.run(part, how)).violations,
      [within, options] as const,
    )
    expect(violations, `in the ${colorScheme} theme`).toEqual([])
  }
}
