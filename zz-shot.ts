import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { startParley } from '#e2e/parley.ts'
const parley = await startParley()
const executablePath = findChromium()
const browser = await chromium.launch({ args: chromiumArguments(), ...(executablePath && { executablePath }) })
for (const [name, viewport] of [['desk', { width: 1440, height: 900 }], ['phone', { width: 390, height: 844 }]] as const) for (const colorScheme of ['light', 'dark'] as const) {
  const c = await browser.newContext({ viewport, colorScheme, ...(name==='phone' && {hasTouch:true,isMobile:true}) })
  const page = await c.newPage()
  page.on('console', m => m.type()==='error' && console.log(m.text()))
  await page.goto(`${parley.baseUrl}/#key=${parley.key}`, { waitUntil: 'networkidle' })
  await page.screenshot({ path: `/tmp/shots/empty-${name}-${colorScheme}.png` })
  await page.getByRole('button', { name: 'Connect' }).first().click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/shots/connect-${name}-${colorScheme}.png` })
  await page.getByRole('button', { name: 'Add key: OpenAI' }).click()
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-x').catch(() => page.getByLabel('API key').last().fill('sk-x'))
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `/tmp/shots/failed-${name}-${colorScheme}.png` })
  await c.close()
}
await browser.close(); await parley.stop()
