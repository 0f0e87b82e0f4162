/** Marks that turn or hide text, so that it does not read as it is written. */
const deceivingMarks = /[\p{Cc}\p{Cf}]/gu
const looksLikeAddress = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/@]+@)?[^\s/:@]+\.[^\s/:@]{2,}(?:[/:?#]|$)/iu

/**
 * Where a link really goes, in words, when its text claims or hints at something else: another host, a host in
 * letters that resemble others, a name before an `@`. Undefined when the text is honest, or does not look like an address.
 */
export function trueHost(address: string, text: string): string | undefined {
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
