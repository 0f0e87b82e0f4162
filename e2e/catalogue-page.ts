import { expect, type Locator, type Page } from '@playwright/test'
import type { Parley } from './parley.ts'

/** A model as the list has it, as far as the tests look. */
export interface Listed {
  id: string
  name: string
  author: string
  description: string
  model_type: string
  status: string
  deprecated?: boolean
  visibility: string
  capabilities?: string[]
  context_length: number
  context_length_known?: boolean
  pricing: { metric: string; rate: number }[]
}

/** Opens the catalogue at an address, `?type=moderation` for one, and waits for its rows or for word of none. */
export async function openCatalogue(page: Page, parley: Parley, search = ''): Promise<void> {
  await page.goto(`${parley.baseUrl}/models${search}#key=${parley.key}`)
  await expect(countOf(page)).toBeVisible()
}

/** What the service publishes, asked directly, without the deprecated models that the page hides at first. */
export async function publishedBy(parley: Parley): Promise<Listed[]> {
  const answer = await fetch(`${parley.baseUrl}/v1/models`, { headers: { authorization: `Bearer ${parley.key}` } })
  const { data } = (await answer.json()) as { data: Listed[] }
  return data.filter(({ deprecated, status }) => deprecated !== true || status === 'active')
}

export function tableOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Models' })
}

/** The status line: `N of M models`. */
export function countOf(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: /of [\d,]+ models/u })
}

/** The names of the rows in view, from the top. */
export async function firstNames(page: Page, count = 5): Promise<string[]> {
  return (await tableOf(page).getByRole('row').getByRole('link').allTextContents()).slice(0, count)
}

/** The group of a facet, opened first where it is in a sheet. */
export async function facetOf(page: Page, name: string): Promise<Locator> {
  const group = page.getByRole('group', { name, exact: true })
  const opener = page.getByRole('button', { name: /^Filters/u })
  if (!(await group.isVisible()) && (await opener.isVisible())) await opener.click()
  await expect(group).toBeVisible()
  return group
}

/** Closes the sheet of the filters, where they are in one. */
export async function leaveFilters(page: Page): Promise<void> {
  const close = page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
  await expect(countOf(page)).toBeVisible()
}

export function rateOf({ pricing }: Listed, metric: string): number | undefined {
  return pricing.find((price) => price.metric === metric)?.rate
}
