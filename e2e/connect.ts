import { expect, type Page } from '@playwright/test'
import type { Parley } from './parley.ts'

/** Opens the settings of a page that has its key, on the form for a new connection. */
export async function openSettings(page: Page, { baseUrl, key }: Parley): Promise<void> {
  await page.goto(`${baseUrl}/settings#key=${key}`)
  await page.getByRole('textbox', { name: 'Base URL' }).waitFor()
}

/** Adds a connection by the form that is open. */
export async function addConnection(page: Page, url: string, { name = '', key = '' } = {}): Promise<void> {
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'API key' }).fill(key)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'is saved' }).waitFor()
}

/** Goes to the playground within the page and asks one of a connection's models. */
export async function ask(page: Page, model: string, text = 'Hello'): Promise<void> {
  await page.getByRole('link', { name: 'Playground' }).click()
  await chooseModel(page, model)
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

async function chooseModel(page: Page, model: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Model' })
  // What is chosen is shown once the models are read; typing before that would be typed into it.
  await expect(field).not.toHaveValue('')
  await field.fill(model)
  await page.getByRole('listbox', { name: 'Model' }).getByRole('option', { name: model }).first().click()
}
