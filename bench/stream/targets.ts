/** A measured page and its selectors. */
export interface Target {
  name: TargetName
  url: string
  message: string
  send: string
  /** Matches the text of a reply. */
  reply: string
  /** The number of concurrent replies. */
  replies: number
}

export const peerNames = ['streamdown', 'memo', 'plainblk'] as const
export type PeerName = (typeof peerNames)[number]
export type TargetName = 'parley' | 'parley six' | PeerName

/** The playground. */
export function playgroundTarget(origin: string, key: string): Target {
  return {
    name: 'parley',
    url: `${origin}/?model=bench#key=${key}`,
    message: 'role=textbox[name="Message"]',
    send: 'role=button[name="Send"]',
    reply: '[role="log"] article[data-state] [data-part="text"]',
    replies: 1,
  }
}

/** Six of our conversations side by side. */
export function sixTarget(origin: string): Target {
  return {
    name: 'parley six',
    url: `${origin}/six/`,
    message: '#message',
    send: '#send',
    reply: '[role="log"] article[data-state] [data-part="text"]',
    replies: 6,
  }
}

/** A peer's renderer. */
export function peerTarget(origin: string, name: PeerName): Target {
  return { name, url: `${origin}/${name}.html`, message: '#message', send: '#send', reply: '#reply', replies: 1 }
}
