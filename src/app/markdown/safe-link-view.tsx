import type { ComponentProps, MouseEvent } from 'react'
import { textOf, type ParsedElement } from './text-of.ts'
import { trueHost } from './true-host.ts'

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
  const host = trueHost(href, node ? textOf(node) : '')
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
