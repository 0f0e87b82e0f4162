/** Who can open a link, by the host in it: `selfOnly` where each computer means itself by it. */
export interface LinkReach {
  selfOnly: boolean
  words: string
}

const loopback = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])\.?$/u

/** What is to be said of a link to this address. */
export function linkReachOf({ host, hostname }: Pick<URL, 'host' | 'hostname'>): LinkReach {
  if (loopback.test(hostname)) {
    return { selfOnly: true, words: `Opens on this computer only: ${hostname} is no address for others.` }
  }
  return { selfOnly: false, words: `Opens wherever ${host} can be reached.` }
}
