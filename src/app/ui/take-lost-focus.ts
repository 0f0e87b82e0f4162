/** A `ref` for the way back from something that may have taken the focus with it, such as a row that was deleted. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus()
}
