import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Theme = 'light' | 'dark'

/** Expects that axe finds nothing wrong with what the page shows now, in each of these themes; leaves it in the last. */
export async function expectAccessible(page: Page, themes: readonly Theme[] = ['light', 'dark']): Promise<void> {
  for (const colorScheme of themes) {
    // Without motion, or colours would be judged on their way from one theme to the other.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    // Nothing but colours differs between the themes.
    if (colorScheme !== 'light') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    expect(violations, `in the ${colorScheme} theme`).toEqual([])
  }
}
