import type { Page } from '@playwright/test'

/** Side effects that untrusted text must never cause. */
export interface PageMonitor {
  incidents: string[]
}

/** Records dialogs, popups, errors, requests to other origins and content security policy violations. */
export async function monitorPage(page: Page, origin: string): Promise<PageMonitor> {
  const happened: string[] = []
  page.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => happened.push(`popup: ${popup.url()}`))
  page.on('pageerror', (error) => happened.push(`error: ${String(error)}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'blob:') happened.push(`request: ${request.url().slice(0, 200)}`)
  })
  await page.exposeFunction('noteViolation', (what: string) => happened.push(`policy: ${what}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { noteViolation } = window as unknown as { noteViolation: (what: string) => void }
      noteViolation(`${violatedDirective} ${blockedURI}`)
    })
  })
  return { incidents: happened }
}

/**
 * Text that a bidi control character could reorder (UAX #9): such a character must be alone in its block or isolate.
 */
export function textReorderedByBidi(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? ''
      if (!/[\u202A-\u202E\u2066-\u2069]/u.test(text)) continue
      let around = texts.currentNode.parentElement
      while (around && around.tagName !== 'TEXTAREA') {
        const { display, unicodeBidi } = getComputedStyle(around)
        if (display !== 'inline' || /isolate|plaintext/u.test(unicodeBidi)) break
        around = around.parentElement
      }
      const shared = (around?.textContent ?? '').replace(text, '')
      if (shared.trim() !== '') found.push(`${JSON.stringify(text.slice(0, 60))} beside ${shared.trim().slice(0, 60)}`)
    }
    return found
  })
}
