import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type HandDrivenEngine, handDrivenEngine } from '#app/data/calls/test-engines.test-support.ts'
import {
  expectNone,
  focusOn,
  message,
  modelField,
  press,
  replies,
  statusWith,
} from '#app/shell/page-steps.test-support.ts'
import { renderApp } from '#app/shell/render-app.test-support.tsx'

const planted = 'sk-planted-7f3a9'
const url = page.getByRole('textbox', { name: 'Base URL' })
const keyField = page.getByRole('textbox', { name: 'API key' })
const testButton = page.getByRole('button', { name: 'Test connection' })
const save = page.getByRole('button', { name: 'Save' })

/** Another service, which records its requests. */
function otherService(key?: string) {
  const engine: HandDrivenEngine = handDrivenEngine([{ id: 'other-one' }, { id: 'other-two' }])
  const requests: { path: string; authorization: string | null }[] = []
  return {
    requests,
    answer(request: Request) {
      const authorization = request.headers.get('authorization')
      requests.push({ path: new URL(request.url).pathname, authorization })
      if (key !== undefined && authorization !== `Bearer ${key}`) return new Response('Wrong key.', { status: 401 })
      return engine.answer(request)
    },
  }
}

async function addConnection(address: string, { name = '', key = '' } = {}): Promise<void> {
  await url.fill(address)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await keyField.fill(key)
  await save.click()
  await expect.element(statusWith('Saved ')).toBeVisible()
}

const kept = (storage: Storage) => JSON.stringify(Object.entries(storage))

test('lists each model of each connection in the picker, and calls it there', async () => {
  const other = otherService()
  await renderApp('/settings', { servers: { 'http://other.test': other.answer } })
  await addConnection('http://other.test', { name: 'Workstation' })
  await page.getByRole('link', { name: 'Playground' }).click()
  await modelField.click()
  const list = page.getByRole('listbox', { name: 'Model' })
  const options = list.getByRole('option')
  const workstation = list.getByRole('group', { name: 'Workstation' })
  await expect.poll(() => workstation.getByRole('option').elements().length).toBe(2)
  await expect.element(list.getByRole('group', { name: 'Demo' })).toHaveTextContent('parley/echo')
  await options.filter({ hasText: 'other-one' }).click()
  await expect.element(modelField).toHaveValue('other-one')
  await modelField.fill('parley/echo')
  await options.filter({ hasText: 'parley/echo' }).click()
  await message.fill('Hi')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(replies).toHaveAttribute('data-state', 'done')
  expect(other.requests.every(({ path }) => path === '/v1/models')).toBe(true)
})

test.each([
  ['nobody is there', 'http://127.0.0.1:9/v1', /cannot be reached at http:\/\/127\.0\.0\.1:9\..*port/u],
  ['it is no address', 'localhost:11434', /Start the URL with/u],
  ['it holds credentials', 'https://me:secret@example.test/v1', /user name and password/u],
  ['nothing was typed', '', /Enter the base URL/u],
])('testing a connection reports that %s', async (_, address, words) => {
  await renderApp('/settings')
  await url.fill(address)
  await testButton.click()
  await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
})

test('never shows a key again, stores it only where chosen, and never sends it to another origin', async () => {
  const [one, two] = [otherService(planted), otherService()]
  await renderApp('/settings', { servers: { 'http://one.test': one.answer, 'http://two.test': two.answer } })
  await page.getByRole('radio', { name: 'In this tab only' }).click()
  await addConnection('http://one.test', { name: 'One', key: planted })
  await expect.element(page.getByText('Key saved for this tab.')).toBeVisible()
  await expect.element(keyField).toHaveValue('')
  expect(kept(localStorage)).not.toContain(planted)
  expect(kept(sessionStorage)).toContain(planted)
  expect(document.documentElement.outerHTML).not.toContain(planted)
  await testButton.click()
  await expect.element(statusWith('Connected')).toBeVisible()

  await url.fill('http://two.test')
  await expect.element(page.getByText('Saving another address removes it.')).toBeVisible()
  await testButton.click()
  await expect.element(statusWith('Connected')).toBeVisible()
  await save.click()
  await expect.element(statusWith('the old key was removed')).toBeVisible()
  expect(kept(localStorage) + kept(sessionStorage)).not.toContain(planted)
  expect(two.requests.every(({ authorization }) => authorization === null)).toBe(true)
})

test('replaces this server’s key, keeps it for the tab, and removes it', async () => {
  await renderApp('/settings', { key: 'sk-first', isKey: (key) => key?.startsWith('sk-') === true })
  await page.getByRole('button', { name: /^This server/u }).click()
  await expect.element(page.getByText('Key saved on this device.')).toBeVisible()
  expect(document.documentElement.outerHTML).not.toContain('sk-first')
  await testButton.click()
  await expect.element(statusWith('Connected')).toBeVisible()
  await keyField.fill(`${location.origin}/#key=sk-second`)
  await page.getByRole('radio', { name: 'In this tab only' }).click()
  await save.click()
  await expect.element(page.getByText('Key saved for this tab.')).toBeVisible()
  expect([localStorage.getItem('parley.key'), sessionStorage.getItem('parley.key')]).toEqual([null, 'sk-second'])
  await page.getByRole('button', { name: 'Forget' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('No API key yet')
})

test('adds, tests, saves and removes a connection with the keyboard only', async () => {
  await renderApp('/settings', { servers: { 'http://other.test': otherService().answer } })
  await expect.element(url).toBeVisible()
  await focusOn(url)
  await userEvent.keyboard('http://other.test/v1')
  await press('Tab')
  await userEvent.keyboard('By keys')
  await press('Enter')
  await expect.element(statusWith('Saved By keys')).toHaveFocus()
  await focusOn(testButton)
  await press('Enter')
  await expect.element(statusWith('Connected')).toBeVisible()
  await press('Tab')
  await expect.element(page.getByRole('button', { name: 'Remove' })).toHaveFocus()
  await press('Enter')
  await press('Enter')
  await expect.element(statusWith('Removed By keys')).toBeVisible()
  await expectNone(page.getByRole('list', { name: 'Connections' }).getByRole('button').nth(2))
})
