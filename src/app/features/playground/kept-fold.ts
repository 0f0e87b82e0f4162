import { browserStorage, readText, writeText } from '#app/data/kept-texts.ts'

/** Whether a part of the page that folds was left open; it is where nothing is known. */
export function wasOpen(name: string): boolean {
  return readText(browserStorage().device, name) !== 'folded'
}

/** Remembers, in this browser, how a part of the page that folds was left. */
export function rememberOpen(name: string, open: boolean): void {
  writeText(browserStorage().device, name, open ? 'open' : 'folded')
}
