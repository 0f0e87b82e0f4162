import type { Browser, Page } from '@playwright/test'
import type { Parley } from './parley.ts'

/** Stands for a key that somebody left in a setup: nothing that leaves the page may hold it. */
export const planted = 'sk-planted-4f1c77'

/** A page of somebody else, who has a key of the same service, and the chats that it asks for. */
export async function somebodyElse(browser: Browser, { key }: Parley): Promise<{ page: Page; chats: string[] }> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  await context.addInitScript((own) => localStorage.setItem('parley.key', own), key)
  const page = await context.newPage()
  const chats: string[] = []
  page.on('request', (request) => request.url().endsWith('/chat/completions') && chats.push(request.url()))
  return { page, chats }
}

/** What says that somebody's setup is open. */
export const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'A shared setup is open' })
