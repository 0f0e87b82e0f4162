/** Puts the focus on the page's own part, for what had it is gone: the next Tab leads to the first thing there. */
export function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus()
}
