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
