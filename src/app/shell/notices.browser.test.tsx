import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAddress, expectNone, message, modelField, press, replies } from './page-steps.test-support.ts'
import { renderApp } from './render-app.test-support.tsx'

const key = 'sk-right-4f1c77'
const isKey = (presented: string | undefined) => presented === key
const alert = page.getByRole('alert')
const keyField = page.getByRole('textbox', { name: 'API key' })

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s, a page without a key explains what to do and keeps the draft', async (_, width, height) => {
  await page.viewport(width, height)
  await renderApp('/', { key: null, isKey })
  await expect.element(alert.first()).toHaveTextContent('No API key yet')
  await message.fill('typed before the key')
  await keyField.fill(`${location.origin}/#key=${key}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectNone(alert)
  await expect.element(modelField).not.toHaveValue('')
  await expect.element(message).toHaveValue('typed before the key')
})

test('reports a revoked key, and takes a new one from a link in the same tab and removes it from the URL', async () => {
  await renderApp('/models?type=moderation', { key: 'of-yesterday', isKey })
  await expect.element(alert.first()).toHaveTextContent(`${location.host} rejected this key.`)
  location.hash = 'key=wrong'
  await expectAddress('/models?type=moderation')
  await expect.poll(() => location.hash).toBe('')
  await expect.element(alert.first()).toHaveTextContent(`${location.host} rejected this key.`)
  location.hash = `key=${key}`
  await expect.poll(() => location.hash).toBe('')
  await expectNone(alert)
  await expectAddress('/models?type=moderation')
  expect(document.documentElement.outerHTML).not.toContain(key)
})

test('a reply that failed without a key doesn’t blame a key added later', async () => {
  await renderApp('/?model=parley/echo', { key: null, isKey })
  await message.fill('Hello')
  await press('Enter')
  await expect.element(replies.getByRole('alert')).toHaveTextContent(/requires an API key\. Add one, then retry\.$/u)
  await keyField.fill(key)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(replies).toHaveTextContent('requires an API key. You have added one since. Retry.')
  await replies.getByRole('button', { name: 'Retry' }).click()
  await expect.element(replies).toHaveAttribute('data-state', 'done')
})
