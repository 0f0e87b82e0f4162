import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Theme = 'light' | 'dark'

/** Expects no axe violations in each of these themes. Leaves the page in the last. */
export async function expectAccessible(
  page: Page,
  { within = 'html', themes = ['light', 'dark'] }: { within?: string; themes?: readonly Theme[] } = {},
): Promise<void> {
  for (const colorScheme of themes) {
    // Without reduced motion, colors would be checked mid-transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page }).include(within).setLegacyMode(true)
    // Only colors differ between the themes.
    if (colorScheme !== 'light') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    expect(violations, `in the ${colorScheme} theme`).toEqual([])
  }
}
