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
