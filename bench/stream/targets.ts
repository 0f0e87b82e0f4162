/** A measured page and its selectors. */
export interface Target {
  name: TargetName
  url: string
  message: string
  send: string
  /** A button to press once the replies have begun. */
  pressed?: string
  /** Matches the text of a reply. */
  reply: string
  /** The number of concurrent replies. */
  replies: number
}

export const peerNames = ['streamdown', 'memo', 'plainblk'] as const
export type PeerName = (typeof peerNames)[number]

/** The playground with this many panes. */
const playgrounds = { parley: 1, 'three panes': 3, 'six panes': 6, 'six panes with chart': 6 }
type PlaygroundName = keyof typeof playgrounds
export type TargetName = PlaygroundName | PeerName

/** The pages of a run: ours at `parley` with its key, the peers' renderers at `peers`. */
export function targetOf(name: TargetName, parley: { baseUrl: string; key: string }, peers: string): Target {
  if (!isPlayground(name)) {
    return { name, url: `${peers}/${name}.html`, message: '#message', send: '#send', reply: '#reply', replies: 1 }
  }
  const replies = playgrounds[name]
  return {
    name,
    url: `${parley.baseUrl}/?models=${Array.from({ length: replies }, () => 'bench').join(',')}#key=${parley.key}`,
    message: 'role=textbox[name="Message"]',
    send: 'role=button[name="Send"]',
    ...(name === 'six panes with chart' && { pressed: 'role=button[name="Figures and chart"]' }),
    reply: '[role="log"] article[data-state] [data-part="text"]',
    replies,
  }
}

function isPlayground(name: TargetName): name is PlaygroundName {
  return name in playgrounds
}
