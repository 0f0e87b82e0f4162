import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '#e2e/find-chromium.ts'
import { shrinkPng } from './shrink-png.ts'

// Draws public/og.png, what a link to Parley shows where links are shown with a picture: `npx tsx docs/draw-og-picture.ts`.

const inter = font('inter/files/inter-latin-wght-normal.woff2')
const mono = font('jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2')

function font(file: string): string {
  return readFileSync(`node_modules/@fontsource-variable/${file}`).toString('base64')
}

/** A pane of the playground in outline: its model, lines of a reply, and what it took. */
function pane(place: number, name: string, lines: readonly number[], figures: string): string {
  const bars = lines.map((share) => `<i style="width:${share}%"></i>`).join('')
  return `<section><h2><b>${place}</b>${name}</h2><p class="said">Which way to the harbour?</p>${bars}<p class="figures">${figures}</p></section>`
}

const drawing = `<!doctype html>
<style>
  @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${inter}) }
  @font-face { font-family: Mono; font-weight: 100 800; src: url(data:font/woff2;base64,${mono}) }
  * { box-sizing: border-box; margin: 0 }
  body { width: 1200px; height: 630px; display: grid; grid-template-columns: 460px 1fr; background: oklch(0.988 0.003 85);
    color: oklch(0.25 0.01 75); font: 400 22px/1.5 Inter; font-feature-settings: 'cv11', 'ss03'; overflow: hidden }
  header { padding: 76px 0 72px 72px; display: grid; align-content: space-between }
  .name { display: flex; align-items: center; gap: 18px; font-size: 40px; font-weight: 600; letter-spacing: -0.02em }
  h1 { font-size: 52px; line-height: 1.14; font-weight: 600; letter-spacing: -0.025em }
  header p { margin-top: 22px; color: oklch(0.48 0.012 75); font-size: 23px }
  code { font: 500 19px Mono; color: oklch(0.5 0.095 220) }
  main { margin: 76px -24px -24px 56px; display: grid; grid-template-columns: 1fr 1fr; background: #fff;
    border: 1px solid oklch(0.905 0.005 85); border-radius: 16px; box-shadow: 0 8px 40px oklch(0 0 0 / 0.08) }
  section { padding: 22px 28px; display: grid; gap: 17px; align-content: start }
  section + section { border-left: 1px solid oklch(0.905 0.005 85) }
  h2 { font-size: 21px; font-weight: 600; display: flex; gap: 12px; align-items: center }
  h2 b { width: 30px; height: 30px; border-radius: 7px; display: grid; place-items: center; font-size: 17px;
    background: oklch(0.955 0.02 220); color: oklch(0.5 0.095 220) }
  .said { background: oklch(0.955 0.006 85); border-radius: 11px; padding: 14px 18px; font-size: 18px; margin-bottom: 8px }
  i { height: 10px; border-radius: 5px; background: oklch(0.905 0.005 85) }
  .figures { margin-top: 6px; font-size: 17px; color: oklch(0.48 0.012 75); font-variant-numeric: tabular-nums }
  .figures em { font-style: normal; font-weight: 600; color: oklch(0.25 0.01 75) }
</style>
<header>
  <div class="name">
    <svg viewBox="0 0 18 18" width="56" height="56" fill="none" stroke-width="1.8" stroke-linecap="round">
      <path stroke="oklch(0.25 0.01 75)" d="M2 5.5h8.5M2 9h5.5" /><path stroke="oklch(0.5 0.095 220)" d="M16 9h-5M16 12.5H8" />
    </svg>Parley
  </div>
  <div>
    <h1>One question, several models.</h1>
    <p>A playground and a catalogue for AI models, and the service beneath.</p>
  </div>
  <code>npm start</code>
</header>
<main>
  ${pane(1, 'Babble', [96, 88, 93, 61, 90, 97, 42], '<em>0.14 s</em> &nbsp; <em>45</em> tok/s')}
  ${pane(2, 'Eliza', [92, 97, 35], '<em>0.15 s</em> &nbsp; <em>44</em> tok/s')}
</main>`

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments() })
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(drawing)
await page.evaluate(() => document.fonts.ready)
writeFileSync('public/og.png', shrinkPng(await page.screenshot()))
await browser.close()
