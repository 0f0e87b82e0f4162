import type { ComponentProps, MouseEvent } from 'react'
import type { ExtraProps } from 'react-markdown'

/** An element as react-markdown hands it to what draws it. */
export type ParsedElement = NonNullable<ExtraProps['node']>

/** The text in a piece of a parsed reply. */
export function textOf(node: ParsedElement | ParsedElement['children'][number]): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

const allowedProtocols = new Set(['http:', 'https:', 'mailto:'])

/** Where footnotes live. Any other fragment belongs to the page itself, which reads keys and setups from it. */
const footnote = /^#[\w-]*fn(?:ref)?-[^&]*$/u

/**
 * The address of a link from a model, as the browser will read it, or undefined where it is none that we follow.
 * Checked on the parsed URL, since `java\nscript:` and its kin only look harmless as text. Footnotes stay.
 */
export function safeLink(address: string): string | undefined {
  if (address.startsWith('#')) return footnote.test(address) ? address : undefined
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return allowedProtocols.has(url.protocol) ? url.href : undefined
}

/** Pictures that a reply brings with it. No SVG, which is a document of its own, and nothing large. */
const ownImage = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/u
const longestImage = 100_000

/**
 * What is left of an address in a reply, for react-markdown's `urlTransform`: what {@link safeLink} follows, and for
 * images small pictures that the reply itself holds.
 */
export function safeAddress(address: string, property: string): string | undefined {
  if (property === 'src' && address.length <= longestImage && ownImage.test(address)) return address
  const link = safeLink(address)
  return property === 'src' && !/^https?:/u.test(link ?? '') ? undefined : link
}

/** Marks that turn or hide text, so that it does not read as it is written. */
const deceivingMarks = /[\p{Cc}\p{Cf}]/gu
const looksLikeAddress = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/@]+@)?[^\s/:@]+\.[^\s/:@]{2,}(?:[/:?#]|$)/iu

/**
 * Where a link really goes, in words, when its text claims or hints at something else: another host, a host in
 * letters that resemble others, a name before an `@`. Undefined when the text is honest, or does not look like an address.
 */
export function displayedHostCheck(address: string, text: string): string | undefined {
  const url = new URL(address)
  const goal = url.protocol === 'mailto:' ? url.pathname : url.hostname
  const read = text.replaceAll(deceivingMarks, '').trim()
  if (!looksLikeAddress.test(read)) return undefined
  const isPlain = read === text.trim() && !goal.includes('xn--') && url.username === '' && url.password === ''
  return isPlain && sameHost(claimedGoal(read, url.protocol), goal) ? undefined : goal
}

function claimedGoal(text: string, protocol: string): string {
  if (protocol === 'mailto:') return text.replace(/^mailto:/iu, '').replace(/\?.*$/u, '')
  const address = text.includes('://') ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

function sameHost(one: string, other: string): boolean {
  const bare = (host: string) => host.toLowerCase().replace(/^www\./u, '')
  return bare(one) === bare(other)
}

type SafeLinkProps = ComponentProps<'a'> & { node?: ParsedElement | undefined }

/** A link in a reply: opens elsewhere, and shows where it goes. Its address has been through `safeAddress`. */
export function SafeLink({ href = '', children, node, ...rest }: SafeLinkProps) {
  if (href === '') return <span>{children}</span>
  if (href.startsWith('#')) {
    return (
      <FootnoteLink {...rest} href={href}>
        {children}
      </FootnoteLink>
    )
  }
  const host = displayedHostCheck(href, node ? textOf(node) : '')
  return (
    <>
      <a href={href} title={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {host !== undefined && <span className="link-host"> (goes to {host})</span>}
    </>
  )
}

/** Between a reference and its footnote, within one reply; the page's own address stays as it is. */
function FootnoteLink({ href, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    const reply = event.currentTarget.closest('[data-part="text"]') ?? document
    const goal = [...reply.querySelectorAll<HTMLElement>('[id]')].find(({ id }) => id === href.slice(1))
    // What takes focus must be able to; the browser's own jump moves focus the same way.
    if (goal && !goal.matches('a[href]')) goal.tabIndex = -1
    goal?.focus({ preventScroll: true })
    goal?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
