import { encode } from 'uqr'
import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { freePort } from '#testing/free-port.ts'
import { startParley, test } from './parley.ts'
import { horizontalOverflow, unreachableControls } from './reachable.ts'
import { smallTargets } from './target-sizes.ts'

test('shows a QR code for a short link with a public host name', async ({ page }) => {
  // Chromium reports that headers for secure origins are ignored at this one.
  page.removeAllListeners('console')
  const port = await freePort()
  const origin = `http://parley.example:${port}`
  const parley = await startParley({ PORT: String(port), PARLEY_CORS_ORIGINS: origin })
  await page.goto(`${origin}/#key=${parley.key}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#s=1\./u)
  await expect(dialog.getByRole('status').filter({ hasText: 'characters' })).toContainText(
    `Opens anywhere that can reach parley.example:${port}.`,
  )
  await dialog.getByRole('button', { name: 'QR code' }).click()
  const { data } = encode(await dialog.getByRole('textbox', { name: 'Link' }).inputValue(), { ecc: 'L', border: 2 })
  const path = await dialog.getByRole('img', { name: 'QR code of the link' }).locator('path').getAttribute('d')
  expect(path?.match(/M/gu)).toHaveLength(data.flat().filter(Boolean).length)
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => horizontalOverflow(page)).toBe(0)
  await expect.poll(() => unreachableControls(page)).toEqual([])
  await parley.stop()
})
