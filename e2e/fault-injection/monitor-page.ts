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
