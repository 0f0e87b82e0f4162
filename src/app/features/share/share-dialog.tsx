import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { workspace } from '#app/chat/open-workspace.ts'
import { sharedSetupOf } from '#app/chat/share-workspace.ts'
import { useSuggestedModel } from '#app/models/text-models.ts'
import { holdsKey, keysHeld } from '#app/data/share/secrets-in.ts'
import { writeSetup } from '#app/data/share/setup-json.ts'
import { fitsLink, writeFragment } from '#app/data/share/share-codec.ts'
import type { SharedSetup } from '#app/data/share/shared-setup.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { MessageChoiceList } from './message-choice-list.tsx'
import { ShareLink } from './share-link.tsx'
import { SharePreview } from './share-preview.tsx'

const choices = [
  { value: 'none', label: 'No messages' },
  { value: 'chosen', label: 'Chosen messages' },
  { value: 'all', label: 'All with replies' },
] as const

/** Puts what is open into a link, as the person chooses, and shows precisely what that is. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const suggested = useSuggestedModel()
  // Taken once: the panes that are chosen from stay the same, whatever another tab does to them meanwhile.
  const [open] = useState(() => workspace.getState())
  const [said] = useState(() => messagesIn(sharedSetupOf(open, 'all', null)))
  // What was said is what people mean to hand on; that it is in the link stands beside the button that copies it.
  const [choice, setChoice] = useState<(typeof choices)[number]['value']>(said > 0 ? 'all' : 'none')
  const setup = sharedSetupOf(open, choice === 'chosen' ? chosen : choice, suggested)
  const text = JSON.stringify(writeSetup(setup))
  const hasKey = holdsKey(setup, keysHeld())
  const { data: link = '' } = useQuery({
    queryKey: ['share-link', text],
    queryFn: async () => `${location.origin}${pathOfApp()}#${await writeFragment(setup)}`,
    enabled: !hasKey,
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Dialog title="Share" onClose={onClose}>
      <div className="grid gap-5">
        <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
          <legend className="label mb-1.5">Messages</legend>
          {choices.map(({ value, label }) => (
            <label key={value} className="flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name="messages"
                className="size-3.75"
                checked={choice === value}
                onChange={() => setChoice(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {choice === 'chosen' && <MessageChoiceList panes={open.panes} chosen={chosen} onChosen={setChosen} />}
        <SharePreview setup={setup} toTheLetter={!hasKey} />
        {hasKey ? (
          <Notice tone="danger">
            One of your keys stands in this setup. Take it out of the system prompt, the messages or the other fields;
            then a link can be made.
          </Notice>
        ) : (
          <ShareLink link={link} fits={fitsLink(setup)} messages={messagesIn(setup)} said={said} file={text} />
        )}
      </div>
    </Dialog>
  )
}

function messagesIn({ panes }: SharedSetup): number {
  return panes.flatMap(({ messages }) => messages).length
}

/** Where the app stands on its host, with a slash at the end: a static copy may stand in a folder. */
function pathOfApp(): string {
  return new URL(import.meta.env.BASE_URL, location.href).pathname
}
