import { expect, type Locator, type Page } from '@playwright/test'
import type { Parley } from './parley.ts'

/** The field one writes in, where there is one for all panes. */
export const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

/** Opens a path of Parley, and waits until nothing more is loaded. */
export async function open(page: Page, { baseUrl, key }: Parley, path: string) {
  await page.goto(`${baseUrl}${path}#key=${key}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await page.waitForLoadState('networkidle')
}

/** Sends a text, also from a touch screen, and waits for the first whole reply. */
export async function talk(page: Page, text = 'Good morning') {
  await message(page).fill(text)
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('article[data-state=done]').first()).toBeVisible()
}

export const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
