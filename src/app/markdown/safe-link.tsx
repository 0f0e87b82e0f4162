import type { ComponentProps, MouseEvent } from 'react'
import type { ExtraProps } from 'react-markdown'

/** An element as react-markdown passes it to components. */
export type ParsedElement = NonNullable<ExtraProps['node']>

/** The text of a parsed element and its descendants. */
export function textContent(node: ParsedElement | ParsedElement['children'][number]): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textContent).join('') : ''
}

const allowedProtocols = new Set(['http:', 'https:', 'mailto:'])

/** Fragments of footnotes. The page reads keys and setups from other fragments, so links must not set them. */
const footnote = /^#[\w-]*fn(?:ref)?-[^&]*$/u

/**
 * The normalized URL of a link from a model, or undefined if it must not be followed. Checks the parsed URL, since
 * `java\nscript:` and the like only look harmless as text. Footnote links are kept.
 */
export function sanitizeLink(address: string): string | undefined {
  if (address.startsWith('#')) return footnote.test(address) ? address : undefined
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return allowedProtocols.has(url.protocol) ? url.href : undefined
}

/** Embedded images. No SVG, which is a document of its own, and nothing large. */
const embeddedImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/u
const maxImageLength = 100_000

/** For react-markdown's `urlTransform`: what {@link sanitizeLink} allows, and small embedded images for `src`. */
export function sanitizeUrl(address: string, property: string): string | undefined {
  if (property === 'src' && address.length <= maxImageLength && embeddedImage.test(address)) return address
  const link = sanitizeLink(address)
  return property === 'src' && !/^https?:/u.test(link ?? '') ? undefined : link
}

/** Characters that reverse or hide text, so that it reads differently from what it contains. */
const deceptiveCharacters = /[\p{Cc}\p{Cf}]/gu
const looksLikeAddress = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/@]+@)?[^\s/:@]+\.[^\s/:@]{2,}(?:[/:?#]|$)/iu

/**
 * The host a link really goes to if its text claims or hints at something else: another host, look-alike letters, or a
 * name before an `@`. Undefined if the text is honest or doesn't look like an address.
 */
export function findMisleadingHost(address: string, text: string): string | undefined {
  const url = new URL(address)
  const target = url.protocol === 'mailto:' ? url.pathname : url.hostname
  const visibleText = text.replaceAll(deceptiveCharacters, '').trim()
  if (!looksLikeAddress.test(visibleText)) return undefined
  const isHonest = visibleText === text.trim() && !target.includes('xn--') && url.username === '' && url.password === ''
  return isHonest && sameHost(claimedTarget(visibleText, url.protocol), target) ? undefined : target
}

function claimedTarget(text: string, protocol: string): string {
  if (protocol === 'mailto:') return text.replace(/^mailto:/iu, '').replace(/\?.*$/u, '')
  const address = text.includes('://') ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

function sameHost(one: string, other: string): boolean {
  const bare = (host: string) => host.toLowerCase().replace(/^www\./u, '')
  return bare(one) === bare(other)
}

type SafeLinkProps = ComponentProps<'a'> & { node?: ParsedElement | undefined }

/** A link in a reply. Opens in a new tab and shows its real host. Its `href` has been through `sanitizeUrl`. */
export function SafeLink({ href = '', children, node, ...rest }: SafeLinkProps) {
  if (href === '') return <span>{children}</span>
  if (href.startsWith('#')) {
    return (
      <FootnoteLink {...rest} href={href}>
        {children}
      </FootnoteLink>
    )
  }
  const host = findMisleadingHost(href, node ? textContent(node) : '')
  return (
    <>
      <a href={href} title={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {host !== undefined && <span className="link-host"> (goes to {host})</span>}
    </>
  )
}

/** Moves between a footnote and its call within one reply. The page's address doesn't change. */
function FootnoteLink({ href, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    const reply = event.currentTarget.closest('[data-part="text"]') ?? document
    const target = [...reply.querySelectorAll<HTMLElement>('[id]')].find(({ id }) => id === href.slice(1))
    // Makes the target focusable, as the browser's own fragment navigation would.
    if (target && !target.matches('a[href]')) target.tabIndex = -1
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
