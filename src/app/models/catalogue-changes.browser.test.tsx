import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type ListedModel, listingEngine } from '#app/data/calls/test-engines.test-support.ts'
import type { TestServer } from '#app/data/calls/test-network.test-support.ts'
import { expectNone, statusWith } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const comparison = page.getByRole('region', { name: 'Comparison' })
const refresh = page.getByRole('button', { name: 'Refresh', exact: true })

afterEach(() => vi.useRealTimers())

/** Records the response to each request for the list. */
function listAnswers() {
  const statuses: number[] = []
  const intercept = async (request: Request, service: TestServer) => {
    const response = await service(request)
    if (new URL(request.url).pathname === '/v1/models') statuses.push(response.status)
    return response
  }
  return { statuses, intercept }
}

test('refreshes with the ETag and keeps showing the list meanwhile', async () => {
  const { statuses, intercept } = listAnswers()
  const tags: (string | null)[] = []
  let held = Promise.resolve()
  await renderApp('/compare?ids=parley/echo,parley/eliza', {
    async intercept(request, service) {
      tags.push(request.headers.get('if-none-match'))
      await held
      return intercept(request, service)
    },
  })
  await expect.element(comparison).toBeVisible()
  await expect.element(page.getByText('Updated just now')).toBeVisible()
  expect(statuses).toEqual([200])

  let release = () => {}
  held = new Promise((resolve) => (release = resolve))
  await refresh.click()
  await expect.element(page.getByRole('button', { name: 'Refreshing' })).toBeVisible()
  await expect.element(comparison).toBeVisible()
  release()
  await expect.element(refresh).toBeVisible()
  expect(statuses).toEqual([200, 304])
  expect(tags.at(-1)).toMatch(/^".+"$/u)
})

test('refreshes automatically every few minutes', async () => {
  const { statuses, intercept } = listAnswers()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() })
  await renderApp('/compare?ids=parley/echo', { intercept })
  await expect.element(comparison).toBeVisible()
  vi.advanceTimersByTime(120_000)
  await expect.element(page.getByText(/Updated [12] minutes? ago/u)).toBeVisible()
  expect(statuses).toEqual([200])
  vi.advanceTimersByTime(90_000)
  await expect.element(page.getByText('Updated just now')).toBeVisible()
  expect(statuses).toEqual([200, 304])
})

test('keeps a stale list and says so when the service is unreachable', async () => {
  let isGone = false
  await renderApp('/compare?ids=parley/echo,parley/eliza', {
    intercept(request, service) {
      if (isGone) throw new TypeError('Failed to fetch')
      return service(request)
    },
  })
  await expect.element(comparison).toBeVisible()
  isGone = true
  await refresh.click()
  await expect.element(statusWith('Refresh failed.')).toBeVisible()
  await expect.element(comparison).toHaveTextContent('parley/echo')
})

test('counts a visit even if the tab is closed before it is idle', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  await renderApp('/models')
  await expect.element(page.getByRole('table', { name: 'Models' }).getByRole('link').first()).toBeVisible()
  expect(localStorage.getItem('parley.seen')).toBeNull()
  dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem('parley.seen')).toContain('parley/echo')
})

test('shows changes since the last visit until they are dismissed', async () => {
  const priced = (id: string, prompt: string): ListedModel => ({
    id,
    name: id.toUpperCase(),
    pricing: { prompt, completion: '0.000002' },
  })
  const before = [priced('acme/a', '0.000001'), priced('acme/b', '0.000001'), priced('acme/c', '0.000001')]
  const after = [priced('acme/a', '0.0000005'), priced('acme/c', '0.000003'), priced('acme/d', '0.000001')]
  const changes = page.getByRole('group', { name: 'Changes since your last visit' })
  const isShown = async (name: string) => {
    await expect.element(page.getByRole('link', { name })).toBeVisible()
  }

  await renderApp('/models', { engines: [listingEngine(before)] })
  await isShown('ACME/B')
  expect(changes.query()).toBeNull()
  // The visit is stored once the page is idle.
  await expect.poll(() => localStorage.getItem('parley.seen')).toContain('acme/b')

  // Another tab has its own session storage.
  sessionStorage.clear()
  await renderApp('/models', { engines: [listingEngine(after)] })
  // Without a reference entry, a model that its engine no longer lists is gone.
  await expect.element(changes).toHaveTextContent('1 new model · 1 removed · 1 price down · 1 price up')
  await changes.getByText('Show').click()
  await expect.element(changes).toHaveTextContent('input $1.00 → $0.50 per 1M')
  await renderApp('/models', { engines: [listingEngine(after)] })
  await expect.element(changes).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss changes' }).click()
  await expectNone(changes)
  await renderApp('/models', { engines: [listingEngine(after)] })
  await isShown('ACME/D')
  expect(changes.query()).toBeNull()
})
