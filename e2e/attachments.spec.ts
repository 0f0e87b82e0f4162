import { readFile, writeFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { act } from './page-steps.ts'
import { test } from './parley.ts'
import { pdfFile, pngFile, textFile, wavFile } from './test-files.ts'

const photo = pngFile('photo.png', 40, 30)
const all = [photo, textFile('notes.txt', 'buy `milk`'), pdfFile('paper.pdf'), wavFile('sound.wav')]

async function attach(page: Page, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await (await choosing).setFiles(files)
}

const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' })

/** Drops files, or pastes them, as a browser does. */
async function give(page: Page, way: 'drop' | 'paste', files: typeof all): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer()
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (each) => each.codePointAt(0) ?? 0)
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      return data
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  )
  const field = page.getByRole('textbox', { name: 'Message' })
  if (way === 'drop') return field.dispatchEvent('drop', { dataTransfer: transfer })
  await field.evaluate(
    (element, clipboardData) =>
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    transfer,
  )
}

test(
  'files of each kind are sent, survive a reload, and are inspected without their bytes',
  { tag: '@phone' },
  async ({ page, parley, isMobile }) => {
    await page.goto(`${parley.baseUrl}/?model=parley/inspect#key=${parley.key}`)
    await attach(page, all)
    await expect(attachments(page).getByRole('listitem')).toHaveCount(4)
    await expect(attachments(page).getByText('40 × 30')).toBeVisible()
    await expect(attachments(page).getByText('10 bytes')).toBeVisible()
    await expectAccessible(page, { themes: ['light', 'dark'] })
    // A draft with its files survives a reload before anything is sent.
    await page.reload()
    await expect(attachments(page).getByRole('listitem')).toHaveCount(4)

    await page.getByRole('button', { name: 'Send' }).click()
    const reply = page.getByRole('article', { name: 'Reply from parley/inspect' })
    await expect(reply).toHaveAttribute('data-state', 'done')
    await expect(reply).toContainText('PNG, 40 × 30')
    await expect(reply).toContainText('paper.pdf')
    await expect(reply).toContainText('buy `milk`')
    await expect(page.getByRole('article', { name: 'You' }).getByRole('listitem')).toHaveCount(4)

    await page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Open photo.png' }).click()
    await expect(page.getByRole('dialog', { name: 'photo.png' }).getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')

    await act(page, reply, 'Inspect', isMobile)
    const inspect = page.getByRole('dialog', { name: 'Inspect' })
    await expect(inspect.getByRole('list', { name: 'Attachments' }).locator('img')).toBeVisible()
    await expect(inspect).toContainText('data:image/png;base64,[photo.png')
    await expect(inspect).not.toContainText(photo.buffer.toString('base64'))
    await inspect.getByRole('button', { name: 'Replay' }).click()
    await expect(reply).toHaveAttribute('data-state', 'done')
    await expect(reply).toContainText('PNG, 40 × 30')

    await page.reload()
    await expect(page.getByRole('article', { name: 'You' }).getByText('40 × 30')).toBeVisible()
    await act(page, reply, 'Regenerate', isMobile)
    await expect(reply).toHaveAttribute('data-state', 'done')
    await expect(reply).toContainText('PNG, 40 × 30')
  },
)

test('files are dropped, pasted, removed and brought back by undo', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley/inspect#key=${parley.key}`)
  await give(page, 'drop', [photo])
  await expect(attachments(page).getByRole('listitem')).toHaveCount(1)
  await give(page, 'paste', [pngFile('screen.png', 12, 8, [0, 0, 200])])
  await expect(attachments(page).getByText('12 × 8')).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo.png' }).press('Enter')
  await expect(attachments(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.keyboard.type('What is this?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Reply from parley/inspect' })).toHaveAttribute('data-state', 'done')
  await expect(page.getByRole('article', { name: 'You' }).getByText('12 × 8')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('What is this?')
  await expect(attachments(page).getByText('12 × 8')).toBeVisible()
})

test('what can’t be attached is refused with the reason, and nothing is lost', async ({ page, parley }, testInfo) => {
  await page.goto(`${parley.baseUrl}/?model=parley/inspect#key=${parley.key}`)
  await page.getByRole('textbox', { name: 'Message' }).fill('typed')
  const large = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(21 * 1024 * 1024, 97) }
  await attach(page, large)
  await expect(page.getByRole('alert')).toContainText('at most 20 MB')
  await attach(page, { name: 'tool.exe', mimeType: 'image/png', buffer: Buffer.from([77, 90, 0, 3, 0, 0]) })
  await expect(page.getByRole('alert')).toContainText('tool.exe can’t be attached')
  await attach(page, { ...photo, name: 'cut.png', buffer: photo.buffer.subarray(0, 40) })
  await expect(page.getByRole('alert')).toContainText('cut.png is damaged')
  const paths = ['a.txt', 'b.txt', 'c.txt'].map((name) => testInfo.outputPath(name))
  for (const path of paths) await writeFile(path, path.at(-5)?.repeat(15 * 1024 * 1024) ?? '')
  await attach(page, paths)
  await expect(page.getByRole('alert')).toContainText('at most 40 MB', { timeout: 15_000 })
  await expect(attachments(page).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('typed')
})

test('HTML and SVG are text: they are never rendered, and no script of theirs runs', async ({ page, parley }) => {
  await page.goto(`${parley.baseUrl}/?model=parley/inspect#key=${parley.key}`)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>window.stolen = 1</script></svg>'
  await attach(page, [
    { name: '<img src=x onerror=stolen=1>.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>window.stolen = 1</script>') },
  ])
  await attachments(page)
    .getByRole('button', { name: /^Open .*svg/u })
    .click()
  await expect(page.getByRole('dialog').getByText('window.stolen')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/inspect' })).toContainText('window.stolen')
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
})

test('an exported conversation contains its files, and an import restores them', async ({ page, parley, context }) => {
  await page.goto(`${parley.baseUrl}/?model=parley/inspect#key=${parley.key}`)
  await attach(page, all)
  await expect(attachments(page).getByRole('listitem')).toHaveCount(4)
  await page.getByRole('textbox', { name: 'Message' }).fill('Keep these')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Reply from parley/inspect' })).toHaveAttribute('data-state', 'done')
  const list = page.getByRole('region', { name: 'History' })
  const downloading = page.waitForEvent('download')
  await list.getByRole('button', { name: 'All conversations' }).click()
  await page.getByRole('menuitem', { name: 'Export all as JSON', exact: true }).click()
  const file = await readFile(await (await downloading).path())
  expect(file.toString()).toContain(photo.buffer.toString('base64'))

  const browser = context.browser()
  const other = await browser?.newContext()
  const second = await other?.newPage()
  if (!other || !second) throw new Error('no second browser')
  await second.goto(`${parley.baseUrl}/?model=parley/inspect#key=${parley.key}`)
  await give(second, 'drop', [{ name: 'export.json', mimeType: 'application/json', buffer: file }])
  await second
    .getByRole('link', { name: /Keep these/u })
    .first()
    .click()
  await expect(second.getByRole('article', { name: 'You' }).getByText('40 × 30')).toBeVisible()
  await other.close()
})
