import { encode } from 'uqr'
import { chromium, expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { chromiumArguments, findChromium } from './find-chromium.ts'
import { freePort } from './free-port.ts'
import { startParley } from './parley.ts'
import { horizontalOverflow, unreachableControls } from './reachable.ts'
import { smallTargets } from './target-sizes.ts'

test('shows a QR code for a short link with a public host name', async () => {
  const port = await freePort()
  const origin = `http://parley.example:${port}`
  const parley = await startParley({ PORT: String(port), PARLEY_CORS_ORIGINS: origin })
  const args = [...chromiumArguments(), '--host-resolver-rules=MAP parley.example 127.0.0.1']
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${origin}/#key=${parley.key}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#s=1\./u)
  await expect(dialog.getByRole('status').filter({ hasText: 'characters' })).toContainText(
    `Opens wherever parley.example:${port} can be reached.`,
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
  await browser.close()
  await parley.stop()
})
