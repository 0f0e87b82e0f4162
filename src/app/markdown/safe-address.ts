import { safeLink } from './safe-link.ts'

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
