import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const count = page.getByRole('status').filter({ hasText: /of [\d,]+ models/u })

test('drops unknown values from an address, and says so once', async () => {
  await renderApp('/models?type=moderation,nonsense&author=nobody')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Ignored in the link: type=nonsense, author=nobody')
  await expect.poll(() => location.search).toBe('?type=moderation')
  const narrowed = count.element().textContent
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()

  await renderApp('/models?type=moderation')
  await expect.element(count).toHaveTextContent(narrowed)
  expect(page.getByRole('alert').query()).toBeNull()
})
