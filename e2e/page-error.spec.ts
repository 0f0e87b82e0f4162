import { expect, type Page } from '@playwright/test'
import { test, type Parley } from './parley.ts'

// Doesn't use the `page` of `test`, which fails on the errors that React logs here.
async function openWithoutScript(script: RegExp, page: Page, { baseUrl, key }: Parley): Promise<void> {
  await page.route(script, (route) => route.abort())
  await page.goto(`${baseUrl}/?model=parley/echo#key=${key}`)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Half a thought')
}

test('explains when a page script can’t load, and loses nothing on reload', async ({ context, parley }) => {
  const page = await context.newPage()
  await openWithoutScript(/models-page/u, page, parley)
  await page.getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('alert')).toContainText('couldn’t be shown')
  await page.unroute(/models-page/u)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible()
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('Half a thought')
})

test('keeps the page when the script of a dialog or section can’t load, and retries it', async ({
  context,
  parley,
}) => {
  const page = await context.newPage()
  await openWithoutScript(/share-dialog|history-panel/u, page, parley)
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  const rail = page.getByRole('region', { name: 'History' })
  await expect(rail.getByRole('alert')).toContainText('couldn’t be loaded')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('couldn’t be shown')).toBeVisible()
  await expect(message).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('couldn’t be shown')).toHaveCount(0)
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByRole('dialog', { name: 'Get code' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.unroute(/share-dialog|history-panel/u)
  await rail.getByRole('button', { name: 'Retry' }).click()
  await expect(rail.getByText('Conversations appear here')).toBeVisible()
  await expect(message).toHaveValue('Half a thought')
})
