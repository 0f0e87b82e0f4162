import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { messyList } from '#app/data/calls/test-engines.test-support.ts'
import { test } from './messy-parley.ts'

const pathOf = (id: string) => `/models/${id.split('/').map(encodeURIComponent).join('/')}`

test('serves the page of a model with any id at its URL', async ({ page, messyParley: parley }) => {
  for (const { id, name = id.split('/').slice(1).join('/') } of messyList) {
    await page.goto(`${parley.baseUrl}${pathOf(id)}#key=${parley.key}`)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === new URL(pathOf(id), url).pathname)
  }
})

test('gives a command that works', async ({ page, messyParley: parley }) => {
  await page.goto(`${parley.baseUrl}/models/parley/echo#key=${parley.key}`)
  const command = await page.getByRole('group', { name: 'Command' }).innerText()
  expect(command).not.toContain(parley.key)
  const env = { PATH: process.env['PATH'] ?? '', PARLEY_KEY: parley.key }
  const reply = execFileSync('sh', ['-c', command.replace('curl', 'curl --silent --fail-with-body')], { env })
  expect(JSON.parse(reply.toString())).toMatchObject({ choices: [{ message: { content: 'Good morning' } }] })
})
