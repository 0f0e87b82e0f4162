import type { Page } from '@playwright/test'

/** Least width and height of what is pressed, in CSS pixels: WCAG 2.2, 2.5.8. */
const least = 24

/**
 * What can be pressed and is smaller than that, told by name and size. Left out are links within a sentence, and what
 * has room enough: a circle of that width on its middle meets no other target, nor the circle of another small one.
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
    // A label is pressed as its control is.
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
  }, least)
}
