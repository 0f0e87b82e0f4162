import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'

/** What a screen reader would announce, according to the accessibility tree: live regions and focus changes. */
export interface ScreenReaderLog {
  /** Everything since the last call: announcements in order, then the focused element if it changed. */
  heard(): Promise<string[]>
}

declare global {
  interface Window {
    /** Announcements of live regions since the last call. */
    announced?: string[]
  }
}

/** Must be called before the page is opened. */
export async function logScreenReader(page: Page): Promise<ScreenReaderLog> {
  await page.addInitScript(() => {
    const announcements: string[] = []
    window.announced = announcements
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const last = new WeakMap<Element, string>()
    const tell = (region: Element) => {
      const words = (region.textContent ?? '').replaceAll(/\s+/gu, ' ').trim()
      if (words !== '' && words !== last.get(region))
        announcements.push(`${region.getAttribute('role') ?? 'status'}: ${words}`)
      last.set(region, words)
    }
    const observer = new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (around) regions.add(around)
        // Alerts are announced when added, other regions only when changed.
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          for (const alert of [node, ...node.querySelectorAll('[role=alert]')]) {
            if (alert.getAttribute('role') === 'alert') regions.add(alert)
          }
        }
      }
      for (const region of regions) tell(region)
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
  })
  const session = await page.context().newCDPSession(page)
  let lastFocus = ''
  return {
    async heard() {
      const announcements = await page.evaluate(() => window.announced?.splice(0) ?? [])
      const focus = await describeFocus(page, session)
      const news = focus === lastFocus ? [] : [focus]
      lastFocus = focus
      return [...announcements, ...news]
    },
  }
}

async function describeFocus(page: Page, session: CDPSession): Promise<string> {
  if (await page.evaluate(() => document.activeElement === document.body)) return `page “${await page.title()}”`
  const focused = await describe(session, 'document.activeElement')
  const option = "document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')"
  const dialog = "document.activeElement?.closest('dialog, [role=dialog]')"
  return [await describe(session, dialog), focused, await describe(session, option)].filter(Boolean).join(', ')
}

/** Describes an accessibility node: role, name, value and states. Empty if the expression finds no node. */
async function describe(session: CDPSession, expression: string): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression })
  if (result.objectId === undefined) return ''
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  })
  const [node] = nodes
  if (!node) return ''
  const states = (node.properties ?? []).flatMap(({ name, value: { value } }) => {
    if (name === 'expanded') return [value === true ? 'expanded' : 'collapsed']
    if (name === 'checked') return [value === 'true' ? 'checked' : 'not checked']
    return (name === 'selected' || name === 'invalid' || name === 'disabled') && String(value) === 'true' ? [name] : []
  })
  return [inWords(node.role), quoted(node.name), quoted(node.value), ...states].filter(Boolean).join(' ')
}

function inWords(property: { value?: unknown } | undefined): string {
  return typeof property?.value === 'string' ? property.value : ''
}

function quoted(property: { value?: unknown } | undefined): string {
  const words = inWords(property)
  return words === '' ? '' : `“${words}”`
}

/** One row of a documented walk-through: an action and its announcements. */
export interface WalkThroughStep {
  does: string
  hears: string[]
}

/** Reads the walk-throughs in a Markdown file, by heading. */
export function readWalkThroughs(file: string): Map<string, WalkThroughStep[]> {
  const sections = readFileSync(file, 'utf8').split(/^## /mu).slice(1)
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf('\n')).trim(),
      [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gmu)].slice(2).map(([, does = '', hears = '']) => ({
        does: does.trim(),
        hears: hears.trim() === 'nothing' ? [] : hears.split('<br>').map((words) => words.trim()),
      })),
    ]),
  )
}
