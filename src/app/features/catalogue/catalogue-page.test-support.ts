import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Model } from '#contract/model.ts'
import { makeServiceCall } from '#app/data/calls/service-call.ts'
import { readModelList } from '#app/data/models/read-model-list.ts'

export const table = page.getByRole('table', { name: 'Models' })
export const search = page.getByRole('searchbox', { name: 'Search models' })
/** The status line: `N of M models`. */
export const count = page.getByRole('status').filter({ hasText: /of [\d,]+ models/u })

/** What the service publishes, asked directly, without the deprecated models that the page hides at first. */
export async function publishedModels(): Promise<Model[]> {
  const models = readModelList(await (await makeServiceCall({ url: '/v1/models', key: null })).json()) ?? []
  return models.filter(({ deprecated, status }) => deprecated !== true || status === 'active')
}

/** Waits for `N of M models`; without numbers, for any. */
export async function expectCount(shown?: number, all?: number): Promise<void> {
  const pattern = new RegExp(`^${shown ?? String.raw`[\d,]+`} of ${all ?? String.raw`[\d,]+`} models`, 'u')
  await expect.element(count).toHaveTextContent(pattern)
}

/** The names of the rows in view, from the top. */
export function firstNames(most = 5): string[] {
  return table
    .getByRole('row')
    .getByRole('link')
    .elements()
    .slice(0, most)
    .map((link) => link.textContent)
}

/** The group of a facet, opened first where it is in a sheet. */
export async function openFacet(name: string) {
  const group = page.getByRole('group', { name, exact: true })
  const opener = page.getByRole('button', { name: /^Filters/u })
  await expect.poll(() => group.elements().length + opener.elements().length).toBeGreaterThan(0)
  if (!group.query()) await opener.click()
  await expect.element(group).toBeVisible()
  return group
}

/** Closes the sheet of the filters, where they are in one. */
export async function leaveFilters(): Promise<void> {
  const close = page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Close' })
  if (close.query()) await close.click()
  await expectCount()
}

export function rateOf({ pricing }: Model, metric: string): number | undefined {
  return pricing.find((price) => price.metric === metric)?.rate
}
