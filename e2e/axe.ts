import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const themes = ['light', 'dark'] as const

/** Expects no axe violations in either theme. Leaves the page in the dark theme. */
export async function expectAccessible(page: Page, { within = 'html' } = {}): Promise<void> {
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
