import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'

/**
 * Opens a page and returns the gzipped bytes of the scripts it loads before any interaction: those that the
 * document requests until the network is idle, and its worker scripts.
 */
export async function weighFirstScripts(page: Page, url: string): Promise<number> {
  const scripts = new Map<string, Promise<Buffer>>()
  const note = (response: Response) => {
    const type = response.headers()['content-type'] ?? ''
    if (type.includes('javascript')) scripts.set(response.url(), response.body())
  }
  page.on('response', note)
  await page.goto(url, { waitUntil: 'networkidle' })
  // What loads later isn't counted, and may still be on its way when the test ends.
  page.off('response', note)
  for (const worker of page.workers()) {
    if (!scripts.has(worker.url())) scripts.set(worker.url(), bodyOf(worker.url()))
  }
  const sizes = (await Promise.all(scripts.values())).map((body) => gzipSync(body).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function bodyOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}
