import type { Browser, Page } from '@playwright/test'
import type { Parley } from './parley.ts'

/** A key within a setup, which must never leave the page. */
export const plantedKey = 'sk-planted-4f1c77'

/** A page in another browser profile with a key of the same service, and its chat requests. */
export async function openAsOtherUser(browser: Browser, { key }: Parley): Promise<{ page: Page; chats: string[] }> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  await context.addInitScript((own) => localStorage.setItem('parley.key', own), key)
  const page = await context.newPage()
  const chats: string[] = []
  page.on('request', (request) => request.url().endsWith('/chat/completions') && chats.push(request.url()))
  return { page, chats }
}

/** The notice that a shared setup is open. */
export const sharedSetupNotice = (page: Page) => page.getByRole('status').filter({ hasText: 'Opened a shared setup' })
