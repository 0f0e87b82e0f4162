import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'

/** What a screen reader is told by the accessibility tree: of what has the focus, and of what is announced. */
export interface Listener {
  /** Everything since it was asked last: announcements in their order, then what has the focus, if that changed. */
  heard(): Promise<string[]>
}

declare global {
  interface Window {
    /** What live regions have said since it was asked last. */
    announced?: string[]
  }
}

/** Begins to listen; before the page is opened. */
export async function listenTo(page: Page): Promise<Listener> {
  await page.addInitScript(() => {
    const said: string[] = []
    window.announced = said
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'
    const last = new WeakMap<Element, string>()
    const tell = (region: Element) => {
      const words = (region.textContent ?? '').replaceAll(/\s+/gu, ' ').trim()
      if (words !== '' && words !== last.get(region)) said.push(`${region.getAttribute('role') ?? 'status'}: ${words}`)
      last.set(region, words)
    }
    const observer = new MutationObserver((changes) => {
      const regions = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const around = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (around) regions.add(around)
        // An alert is told when it comes; any other region only when it changes.
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

/** A node of the accessibility tree in words: role, name, value and state; empty where the expression finds none. */
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

/** A property of a node, as text where it is text. */
function inWords(property: { value?: unknown } | undefined): string {
  return typeof property?.value === 'string' ? property.value : ''
}

function quoted(property: { value?: unknown } | undefined): string {
  const words = inWords(property)
  return words === '' ? '' : `“${words}”`
}

/** A row of a written walk-through: what is done, and what is heard then. */
export interface Step {
  does: string
  hears: string[]
}

/** The rows of the walk-throughs in a Markdown file, by their headings. */
export function readWalkThroughs(file: string): Map<string, Step[]> {
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
