import type { Page } from '@playwright/test'

/** How much wider than the viewport the page is, in CSS pixels. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** The names of controls that can't be scrolled into view or are covered by something else. */
export function unreachableControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const within = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document.body
    const controls = [
      ...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role=slider]'),
    ].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled, [hidden], [tabindex="-1"]'),
    )
    const missed = controls.filter((element) => {
      // Visually hidden inputs are clicked through their label.
      const area = element.closest('label') ?? element
      if (area.matches('.fixed')) return false
      area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = area.getBoundingClientRect()
      const [x, y] = [box.x + Math.min(box.width / 2, 20), box.y + Math.min(box.height / 2, 12)]
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return true
      const topElement = document.elementFromPoint(x, y)
      return topElement === null || !(area.contains(topElement) || topElement.contains(area))
    })
    return missed.map(
      (element) =>
        `${element.tagName.toLowerCase()} “${element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''}”`,
    )
  })
}
