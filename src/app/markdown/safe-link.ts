const allowedProtocols = new Set(['http:', 'https:', 'mailto:'])

/**
 * The address of a link from a model, as the browser will read it, or undefined where it is none that we follow.
 * Checked on the parsed URL, since `java\nscript:` and its kin only look harmless as text. Fragments (footnotes) stay.
 */
export function safeLink(address: string): string | undefined {
  if (address.startsWith('#')) return address
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return allowedProtocols.has(url.protocol) ? url.href : undefined
}
