import { expect, type Locator, type Page } from '@playwright/test'
import type { Parley } from './parley.ts'

/** A listed model, with the fields that tests need. */
export interface ListedModel {
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

/** Opens the catalogue with a query such as `?type=moderation`, and waits until it is loaded. */
export async function openCatalogue(page: Page, parley: Parley, search = ''): Promise<void> {
  await page.goto(`${parley.baseUrl}/models${search}#key=${parley.key}`)
  await expect(countOf(page)).toBeVisible()
}

/** The service's published models, without the deprecated ones that the page hides by default. */
export async function publishedBy(parley: Parley): Promise<ListedModel[]> {
  const answer = await fetch(`${parley.baseUrl}/v1/models`, { headers: { authorization: `Bearer ${parley.key}` } })
  const { data } = (await answer.json()) as { data: ListedModel[] }
  return data.filter(({ deprecated, status }) => deprecated !== true || status === 'active')
}

export function tableOf(page: Page): Locator {
  return page.getByRole('table', { name: 'Models' })
}

/** The status line: `N of M models`. */
export function countOf(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: /of [\d,]+ models/u })
}

/** The names in the first rendered rows. */
export async function firstNames(page: Page, count = 5): Promise<string[]> {
  return (await tableOf(page).getByRole('row').getByRole('link').allTextContents()).slice(0, count)
}

/** A facet's group. Opens the filter sheet first if there is one. */
export async function facetOf(page: Page, name: string): Promise<Locator> {
  const group = page.getByRole('group', { name, exact: true })
  const opener = page.getByRole('button', { name: /^Filters/u })
  if (!(await group.isVisible()) && (await opener.isVisible())) await opener.click()
  await expect(group).toBeVisible()
  return group
}

/** Closes the filter sheet if it is open. */
export async function leaveFilters(page: Page): Promise<void> {
  const close = page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Close' })
  if (await close.isVisible()) await close.click()
  await expect(countOf(page)).toBeVisible()
}

export function rateOf({ pricing }: ListedModel, metric: string): number | undefined {
  return pricing.find((price) => price.metric === metric)?.rate
}
