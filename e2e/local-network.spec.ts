import { expect, type Page } from '@playwright/test'
import { serveOverHttps } from './connect.ts'
import { startOtherService } from './other-service.ts'
import { type Parley, test } from './parley.ts'

/** Opens Connect on a page from the internet and connects a server. */
async function connect(page: Page, parley: Parley, address: string): Promise<void> {
  await serveOverHttps(page, parley)
  // Chromium reports each blocked call.
  page.removeAllListeners('console')
  await page.goto('https://parley.test/')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  // A page from elsewhere doesn't look for local servers unasked.
  await expect(dialog.getByRole('button', { name: 'Look for local servers' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Enter a base URL' }).click()
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(address)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
}

test('explains that the browser blocks calls to local servers, and how to allow them', async ({ page, parley }) => {
  const other = await startOtherService()
  await connect(page, parley, other.origin)
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('The browser blocks calls from this page')
  await expect(alert).toContainText('Open the site settings next to the address bar')
  expect(other.requests).toEqual([])
  await other.stop()
})

test('connects a local server once the user has allowed it', async ({ page, context, parley }) => {
  const other = await startOtherService()
  await context.grantPermissions(['local-network-access'], { origin: 'https://parley.test' })
  await connect(page, parley, other.origin)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await expect(page.getByRole('option', { name: 'other-good' })).toBeVisible()
  await other.stop()
})
