import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNone, focusOn, press, statusWith, watchClipboard } from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'
import { type KeyInfo, keyChange, keyTerms, newKey } from '#contract/keys.ts'

const section = page.getByRole('region', { name: 'API keys' })
const button = (name: string) => section.getByRole('button', { name, exact: true })
const field = (name: string) => section.getByLabelText(name)
const items = section.getByRole('list', { name: 'API keys' }).getByRole('listitem')

/** A key that the service lists. */
function stored(name: string, terms: object = {}): KeyInfo {
  return {
    id: `key_${name}`,
    name,
    begins: `parley_${name}`,
    created_at: '2027-01-01T00:00:00Z',
    ...keyTerms.parse(terms),
  }
}

/** Opens the settings over a service with these keys, which checks bodies as the real one does. */
async function openSettings(...initial: KeyInfo[]) {
  let keys = initial
  let refuse: (() => Response) | undefined
  const requests: { method: string; body: unknown }[] = []
  await renderApp('/settings', {
    key: 'parley_root1234',
    async intercept(request, service) {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/v1/keys')) return service(request)
      const body: unknown = ['POST', 'PATCH'].includes(request.method) ? await request.json() : undefined
      requests.push({ method: request.method, body })
      if (refuse && request.method !== 'GET') return refuse()
      const id = pathname.slice('/v1/keys/'.length)
      if (request.method === 'POST') {
        const { name, ...terms } = newKey.parse(body)
        if (keys.some((each) => each.name === name)) return refusal(409, `A key named ${name} already exists.`, 'name')
        keys = [...keys, stored(name, terms)]
        return Response.json({ ...stored(name, terms), key: `parley_${name}_whole` })
      }
      if (request.method === 'PATCH')
        keys = keys.map((key) => (key.id === id ? { ...key, ...keyChange.parse(body) } : key))
      if (request.method === 'DELETE') keys = keys.filter((key) => key.id !== id)
      return Response.json(request.method === 'GET' ? { object: 'list', data: keys } : { id, revoked: true })
    },
  })
  return { requests, refuseWith: (answer: typeof refuse) => (refuse = answer) }
}

const breakConnection = (): never => {
  throw new TypeError('Failed to fetch')
}
const refusal = (status: number, message: string, param: string | null = null) =>
  Response.json({ error: { message, type: 'invalid_request_error', param, code: null } }, { status })

test('adds a key and shows it once', async () => {
  const copied = watchClipboard()
  const { requests } = await openSettings(stored('root', { scopes: ['admin'] }))
  await button('Add key').click()
  await expect.element(field('Key name')).toHaveFocus()
  await field('Key name').fill('laptop')
  await field('Owner').fill('Ada')
  await field('Allowed models').fill('parley/echo')
  await field('Requests per minute').fill('60')
  await field('Budget per month').fill('12.50')
  await field('Expires').fill('2099-01-31')
  await button('Create key').click()
  await expect.element(section.getByRole('textbox', { name: 'New key' })).toHaveValue('parley_laptop_whole')
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'laptop',
    ...keyTerms.parse({
      owner: 'Ada',
      models: ['parley/echo'],
      requests_per_minute: 60,
      budget_per_month: 12.5,
      expires_at: '2099-01-31T00:00:00Z',
    }),
  })
  await button('Copy key').click()
  await expect.poll(copied).toBe('parley_laptop_whole')
  await expect
    .element(items.nth(1))
    .toHaveTextContent(
      'Ada · chat, models · only parley/echo · 60 requests per minute · $12.50 per month · until 31 January 2099',
    )
  await button('Done').click()
  expect(document.documentElement.outerHTML).not.toContain('parley_laptop_whole')
  await expect.element(button('Add key')).toHaveFocus()
})

test('changes only the terms that differ', async () => {
  const { requests } = await openSettings(stored('ci', { budget_per_day: 2, models: ['a/b'], owner: 'Grace' }))
  await button('Edit ci').click()
  await field('Budget per day').fill('')
  await section.getByRole('checkbox', { name: /^models/u }).click()
  await button('Save changes').click()
  await expect.element(statusWith('Saved ci.')).toHaveFocus()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ budget_per_day: null, scopes: ['chat'] })
  await expect.element(items).toHaveTextContent('Grace · chat · only a/b')
})

test('revokes on the second press, and names the key of this browser', async () => {
  const { requests } = await openSettings(
    stored('root', { scopes: ['admin'] }),
    stored('old', { expires_at: '2026-01-01T00:00:00Z' }),
  )
  await expect.element(items.first()).toHaveTextContent('This browser’s key')
  await expect.element(items.nth(1)).toHaveTextContent('Expired')
  await button('Revoke root').click()
  await expect.element(button('Revoke for good: root')).toBeVisible()
  await button('Revoke old').click()
  await expect.element(button('Revoke root')).toBeVisible()
  await button('Revoke for good: old').click()
  await expect.element(statusWith('Revoked old.')).toBeVisible()
  await expectNone(items.nth(1))
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('shows what is wrong at its field, and keeps what was typed', async () => {
  const { refuseWith } = await openSettings(stored('ci'))
  await button('Add key').click()
  await field('Tokens per minute').fill('some')
  await section.getByRole('checkbox', { name: /^chat/u }).click()
  await section.getByRole('checkbox', { name: /^models/u }).click()
  await button('Create key').click()
  await expect.element(field('Key name')).toHaveFocus()
  await expect.element(section.getByText('Enter a name.')).toBeVisible()
  await expect.element(section.getByText('Choose at least one scope.')).toBeVisible()
  await expect.element(field('Tokens per minute')).toHaveAttribute('aria-invalid', 'true')

  await section.getByRole('checkbox', { name: /^chat/u }).click()
  await field('Tokens per minute').fill('200k')
  await field('Key name').fill('ci')
  await button('Create key').click()
  await expect.element(section.getByRole('alert')).toHaveTextContent('A key named ci already exists.')
  await expect.element(field('Key name')).toHaveAttribute('aria-invalid', 'true')

  await field('Key name').fill('laptop')
  await expectNone(section.getByRole('alert'))
  refuseWith(() => refusal(400, 'models must be ids of models', 'models[0]'))
  await button('Create key').click()
  await expect.element(field('Allowed models')).toHaveFocus()
  refuseWith(breakConnection)
  await button('Create key').click()
  await expect.element(section.getByRole('alert').last()).toHaveTextContent('cannot be reached')
  await expect.element(field('Key name')).toHaveValue('laptop')
  await expect.element(field('Tokens per minute')).toHaveValue('200k')
  refuseWith(undefined)
  await button('Create key').click()
  await expect.element(section.getByRole('textbox', { name: 'New key' })).toHaveValue('parley_laptop_whole')
})

test('says how to get an admin key', async () => {
  await renderApp('/settings')
  await expect.element(section).toHaveTextContent('npm run keys -- add NAME --scopes admin')
  await expectNone(button('Add key'))
})

test('says when keys can’t be read, and tries again', async () => {
  let isUp = false
  await renderApp('/settings', {
    intercept: (request, service) => {
      if (new URL(request.url).pathname !== '/v1/keys') return service(request)
      return isUp ? Response.json({ object: 'list', data: [] }) : refusal(503, 'The store can’t be reached.')
    },
  })
  await expect.element(section.getByRole('alert')).toHaveTextContent('The store can’t be reached.')
  isUp = true
  await button('Try again').click()
  await expect.element(section).toHaveTextContent('No keys yet.')
})

test('adds and revokes with the keyboard only', async () => {
  await openSettings()
  await focusOn(button('Add key'))
  await press('Enter')
  await expect.element(field('Key name')).toHaveFocus()
  for (const letter of 'ci') await press(letter)
  await press('Enter')
  await expect.element(section.getByRole('group', { name: 'New key ci' })).toHaveFocus()
  await press('Tab')
  await press('Tab')
  await press('Tab')
  await press('Enter')
  await expect.element(button('Add key')).toHaveFocus()
  await focusOn(button('Revoke ci'))
  await press('Enter')
  await press('Enter')
  await expect.element(statusWith('Revoked ci.')).toHaveFocus()
})
