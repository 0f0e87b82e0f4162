import { pathOf } from '#app/chat/message-tree.ts'
import type { Pane } from '#app/chat/workspace.ts'
import { hasContent, wholeToolCalls, type Message } from '#app/data/message.ts'
import { roleNames } from '#app/data/role-names.ts'

interface MessageChoiceListProps {
  panes: readonly Pane[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

/** Every message that is shown, each to be shared or not. */
export function MessageChoiceList({ panes, chosen, onChosen }: MessageChoiceListProps) {
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <div className="grid max-h-52 grid-cols-[minmax(0,1fr)] gap-3 overflow-y-auto rounded-md border border-line p-2">
      {panes.map(({ id, store }, place) => (
        <fieldset key={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <legend className={panes.length === 1 ? 'sr-only' : 'label px-1.5 pb-1'}>
            {panes.length === 1 ? 'Messages to share' : `Pane ${place + 1}`}
          </legend>
          {pathOf(store.getState())
            .filter(hasContent)
            .map((message) => (
              <label key={message.id} className="flex min-h-8 items-center gap-2.5 rounded-md px-1.5 hover:bg-tint">
                <input
                  type="checkbox"
                  className="size-3.75 shrink-0"
                  checked={chosen.has(message.id)}
                  onChange={() => toggle(message.id)}
                />
                <span className="w-18 shrink-0 truncate text-xs text-text-muted">{speakerOf(message)}</span>
                <span className="truncate">{excerptOf(message)}</span>
              </label>
            ))}
        </fieldset>
      ))}
    </div>
  )
}

function speakerOf(message: Message): string {
  return message.kind === 'reply' ? 'Reply' : roleNames[message.role]
}

function excerptOf(message: Message): string {
  if (message.text !== '') return message.text.slice(0, 200)
  return `Tool call: ${wholeToolCalls(message)
    .map(({ name }) => name)
    .join(', ')}`
}
