import type { Page } from '@playwright/test'

/** WCAG 2.2, 2.5.8, in CSS pixels. */
const minTargetSize = 24

/**
 * The names and sizes of targets that are too small. Exceptions as in WCAG: links within a sentence, and targets with enough
 * spacing (a circle of that diameter around the center touches no other target or such circle).
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((size) => {
    const within = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document.body
    const pressed =
      'a[href], button, input, select, textarea, summary, [role=button], [role=option], [role=menuitem], [role=switch]'
    const elements = [...within.querySelectorAll<HTMLElement>(pressed)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
        !element.matches(':disabled, [hidden]'),
    )
    // Clicking a label activates its control.
    const areas = new Map(elements.map((element) => [element.closest('label') ?? element, element]))
    const targets = [...areas].map(([area, element]) => ({ area, element, box: area.getBoundingClientRect() }))
    const isSmall = ({ box }: (typeof targets)[number]) => box.width < size - 0.01 || box.height < size - 0.01
    const middle = ({ box }: (typeof targets)[number]) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
    const hasRoom = (target: (typeof targets)[number]) =>
      targets.every((other) => {
        if (other === target || other.area.contains(target.area) || target.area.contains(other.area)) return true
        const { x, y } = middle(target)
        const away = isSmall(other)
          ? Math.hypot(middle(other).x - x, middle(other).y - y) - size / 2
          : Math.hypot(
              Math.max(other.box.left - x, 0, x - other.box.right),
              Math.max(other.box.top - y, 0, y - other.box.bottom),
            )
        return away >= size / 2
      })
    const isInSentence = ({ element }: (typeof targets)[number]) =>
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== element.textContent?.trim()
    return targets
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .filter((target) => isSmall(target) && !isInSentence(target) && !hasRoom(target))
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
        return `${element.tagName.toLowerCase()} “${name}” ${Math.round(box.width)} × ${Math.round(box.height)}`
      })
  }, minTargetSize)
}
