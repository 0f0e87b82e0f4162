import { expect, type Locator, type Page } from '@playwright/test'
import type { Parley } from './parley.ts'

/** The message field. */
export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

/** Opens a path of Parley and waits until it is loaded. */
export async function openPage(page: Page, { baseUrl, key }: Parley, path: string) {
  await page.goto(`${baseUrl}${path}#key=${key}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.waitForLoadState('networkidle')
}

/** Sends a message and waits for the first complete reply. */
export async function sendMessage(page: Page, text = 'Good morning') {
  await messageField(page).fill(text)
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('article[data-state=done]').first()).toBeVisible()
}

export const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

/** Uses an action of a message, which is in its menu on a phone. */
export async function act(page: Page, article: Locator, name: string, isMobile: boolean) {
  if (isMobile) await article.getByRole('button', { name: 'More' }).tap()
  await (isMobile ? page.getByRole('menuitem', { name, exact: true }) : article.getByRole('button', { name })).click()
}
