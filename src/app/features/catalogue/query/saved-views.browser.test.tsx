import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectCount, firstNames, table } from '#app/features/catalogue/catalogue-page.test-support.ts'
import { expectAddress, focusOn, press, watchDownloads } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const name = page.getByLabelText('View name')

async function openViews(): Promise<void> {
  await page.getByRole('button', { name: 'Views' }).click()
  await expect.element(name).toBeVisible()
}

test('saves named views with the current filters and columns', async () => {
  const downloaded = watchDownloads()
  await renderApp('/models?type=moderation&columns=context&density=dense', { key: 'sk-planted' })
  await expectCount()
  const names = firstNames()
  await openViews()
  await name.fill('Moderation, dense')
  await page.getByRole('button', { name: 'Save view' }).click()
  await renderApp('/models', { key: 'sk-planted' })
  await openViews()
  await page
    .getByRole('list', { name: 'Saved views' })
    .getByRole('button', { name: 'Moderation, dense' })
    .first()
    .click()
  await expectAddress(/type=moderation/u)
  await expect.poll(() => table.getByRole('columnheader').elements().length).toBe(3)
  expect(firstNames()).toEqual(names)

  for (const kind of ['CSV', 'JSON']) {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: `Download ${kind}` }).click()
    await expect.poll(async () => (await downloaded()).name).toBe(`models.${kind.toLowerCase()}`)
    const { text } = await downloaded()
    expect(text).not.toContain('sk-planted')
    for (const each of names) expect(text).toContain(each)
  }
})

test('reports that a view could not be saved, and keeps it ready to save', async () => {
  await renderApp('/models?type=moderation')
  await openViews()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await name.fill('Guards')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('storage is full. Free up some space, then try again.')
  await expect.element(name).toHaveValue('Guards')
})

test('keeps focus in the panel when a view is deleted', async () => {
  await renderApp('/models')
  await openViews()
  await name.fill('Mine')
  await page.getByRole('button', { name: 'Save view' }).click()
  const remove = page.getByRole('button', { name: 'Delete view Mine' })
  await expect.element(remove).toBeVisible()
  await focusOn(remove)
  await press('Enter')
  await expect.element(page.getByRole('dialog', { name: 'Views' })).toHaveFocus()
})
