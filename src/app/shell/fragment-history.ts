import { createBrowserHistory, parseHref, type ParsedHistoryState, type RouterHistory } from '@tanstack/history'
import { setupInAddress } from './setup-in-address.ts'

/**
 * The history of a page whose address is the fragment (`#/models?q=…`), as a static host knows no paths but those of
 * files. A setup link opened in it is no address: the page stays where it is, for `watchForSetups` to take the link.
 */
export function createFragmentHistory(): RouterHistory {
  const browser: { readonly state: ParsedHistoryState | undefined } = window.history
  const parse = (href: string) => parseHref(href, browser.state)
  let current = () => parse('/')
  const history = createBrowserHistory({
    parseLocation: () => (setupInAddress() === null ? parse(location.hash.slice(1) || '/') : current()),
    createHref: (href) => `${location.pathname}${location.search}#${href}`,
  })
  current = () => history.location
  return history
}
