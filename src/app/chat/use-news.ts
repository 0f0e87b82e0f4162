import { useEffect, useState } from 'react'
import { workspace } from './open-workspace.ts'
import { watchWorkspace } from './watch-workspace.ts'

/**
 * News about something that was just done. It is over once a person does the next thing to the conversation, so that
 * nothing on the page tells of what is long past. Typing a message and replies that grow leave it standing.
 */
export function useNews<News>(): [News | null, (news: News | null) => void] {
  const [news, tell] = useState<News | null>(null)
  useEffect(() => {
    if (news === null) return
    const before = whatWasDone()
    return watchWorkspace(workspace, () => {
      const now = whatWasDone()
      if (now.length !== before.length || now.some((each, place) => each !== before[place])) tell(null)
    })
  }, [news])
  return [news, tell]
}

/** All that is changed by what a person does, to be compared piece by piece. */
function whatWasDone(): unknown[] {
  const { conversationId, detached, panes } = workspace.getState()
  return [
    conversationId,
    detached,
    ...panes.flatMap(({ store }): unknown[] => {
      const { steps, modelId, connectionId, systemPrompt, parameters, extraBody } = store.getState()
      return [store, steps, modelId, connectionId, systemPrompt, parameters, extraBody]
    }),
  ]
}
