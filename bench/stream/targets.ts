/** A page under measurement and how to find its parts. */
export interface Target {
  name: TargetName
  url: string
  message: string
  send: string
  /** The text of one reply; the last ones count. */
  reply: string
  /** How many replies stream at once. */
  replies: number
}

export const peerNames = ['streamdown', 'memo', 'plainblk'] as const
export type PeerName = (typeof peerNames)[number]
export type TargetName = 'parley' | 'parley six' | PeerName

/** The playground itself, as a person opens it. */
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

/** Six of our conversations side by side, on a page of the bench. */
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

/** A peer's renderer on a page of the bench. */
export function peerTarget(origin: string, name: PeerName): Target {
  return { name, url: `${origin}/${name}.html`, message: '#message', send: '#send', reply: '#reply', replies: 1 }
}
