/** How many frames a page may take to appear before nothing is focused. */
const patience = 90

/** Puts the focus on what bears this accessible name, once the page that holds it has appeared. */
export function focusOn(label: string, framesLeft = patience): void {
  const element = document.querySelector<HTMLElement>(`main [aria-label="${label}"]`)
  if (element) element.focus()
  else if (framesLeft > 0) requestAnimationFrame(() => focusOn(label, framesLeft - 1))
}
