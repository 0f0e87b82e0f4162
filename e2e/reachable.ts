import type { Page } from '@playwright/test'

/** How much wider than the window the page is, in CSS pixels: it would have to be scrolled in both directions. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** The controls that can't be brought into the window, or have something else lying over them there, by name. */
export function unreachable(page: Page): Promise<string[]> {
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
      // What is there for screen readers alone is pressed by its label.
      const area = element.closest('label') ?? element
      if (area.matches('.fixed')) return false
      area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = area.getBoundingClientRect()
      const [x, y] = [box.x + Math.min(box.width / 2, 20), box.y + Math.min(box.height / 2, 12)]
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return true
      const there = document.elementFromPoint(x, y)
      return there === null || !(area.contains(there) || there.contains(area))
    })
    return missed.map(
      (element) =>
        `${element.tagName.toLowerCase()} “${element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''}”`,
    )
  })
}
