import { expect } from '@playwright/test'
import { test } from './parley.ts'

test.describe('the catalogue', { tag: '@phone' }, () => {
  test('lists what the service publishes and narrows it by type, in the address', async ({ page, parley }) => {
    await page.goto(`${parley.baseUrl}/models#key=${parley.key}`)
    const rows = page.getByRole('table', { name: 'Models' }).getByRole('row')
    const published = await fetch(`${parley.baseUrl}/v1/models`, { headers: { authorization: `Bearer ${parley.key}` } })
    const { data } = (await published.json()) as { data: { name: string; model_type: string }[] }
    await expect(rows).toHaveCount(data.length + 1)
    await expect(page.getByText(`${data.length} of ${data.length} models`)).toBeVisible()

    await page
      .getByRole('group', { name: 'Type' })
      .getByRole('checkbox', { name: /^Moderation/u })
      .check()
    await expect(page).toHaveURL(/type=moderation/u)
    const moderation = data.filter((model) => model.model_type === 'moderation').length
    await expect(page.getByText(`${moderation} of ${data.length} models`)).toBeVisible()
    await page.goBack()
    await expect(page.getByText(`${data.length} of ${data.length} models`)).toBeVisible()
  })
})

test('shows price, context and capabilities', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/models#key=${parley.key}`)
  const row = page.getByRole('row', { name: /parley\/eliza/u })
  await expect(row).toContainText('Streaming')
  await expect(row).toContainText('Free')
  await expect(row).toContainText('Active')
  await expect(row.getByRole('cell').nth(2)).toHaveText(/^[\d.]+[KM]$/u)
})
