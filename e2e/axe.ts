import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const themes = ['light', 'dark'] as const

/** Expects that axe finds nothing wrong with what the page shows now, in either theme; leaves it in the dark one. */
export async function expectAccessible(page: Page, { within = 'html' } = {}): Promise<void> {
  for (const colorScheme of themes) {
    // Without motion, or colours would be judged on their way from one theme to the other.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page }).include(within).setLegacyMode(true)
    // Nothing but colours differs between the themes.
    if (colorScheme !== 'light') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    expect(violations, `in the ${colorScheme} theme`).toEqual([])
  }
}
