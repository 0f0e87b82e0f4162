/** Whether a part of the page that folds was left open; it is where nothing is known. */
export function wasOpen(name: string): boolean {
  try {
    return localStorage.getItem(name) !== 'folded'
  } catch {
    return true
  }
}

/** Remembers, in this browser, how a part of the page that folds was left. */
export function rememberOpen(name: string, open: boolean): void {
  try {
    localStorage.setItem(name, open ? 'open' : 'folded')
  } catch {
    // Storage is switched off or full: it stays so until the page is closed.
  }
}
