import { expect, type Page } from '@playwright/test'
import type { Parley } from './parley.ts'

/** Opens the settings, signed in, with the form for a new connection. */
export async function openSettings(page: Page, { baseUrl, key }: Parley): Promise<void> {
  await page.goto(`${baseUrl}/settings#key=${key}`)
  await page.getByRole('textbox', { name: 'Base URL' }).waitFor()
}

/** Adds a connection with the open form. */
export async function addConnection(page: Page, url: string, { name = '', key = '' } = {}): Promise<void> {
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'API key' }).fill(key)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved ' }).waitFor()
}

/** Navigates to the playground without a reload, chooses a model and sends a message. */
export async function askModel(page: Page, model: string, text = 'Hello'): Promise<void> {
  await page.getByRole('link', { name: 'Playground' }).click()
  await chooseModel(page, model)
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

async function chooseModel(page: Page, model: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Model' })
  // Loading the models fills the field, which would overwrite the typed text.
  await expect(field).not.toHaveValue('')
  // Opens the list even if the model is selected already.
  await field.click()
  await field.fill(model)
  await page.getByRole('listbox', { name: 'Model' }).getByRole('option', { name: model }).first().click()
}

/** Serves the page at `https://parley.test`, as an operator would behind an https proxy. */
export async function serveOverHttps(page: Page, { baseUrl }: Parley): Promise<void> {
  await page.route('https://parley.test/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const headers = { accept: route.request().headers()['accept'] ?? '*/*' }
    await route.fulfill({ response: await route.fetch({ url: baseUrl + pathname + search, headers }) })
  })
}
