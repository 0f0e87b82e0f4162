import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import { sizeWords, totalSize } from '#app/data/attachments/attachment.ts'
import { filesAsBase64 } from '#app/data/attachments/collect-files.ts'
import { sharedAttachments, sharedSetupOf } from '#app/chat/persistence/share-workspace.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { visibleJson } from '#app/data/codegen/literal.ts'
import { type Message, attachmentsOf, hasContent, roleNames, wholeToolCalls } from '#app/data/message.ts'
import { rowOf, setupFieldNames } from '#app/data/setup.ts'
import { containsSecret, secretsIn } from '#app/data/share/secrets-in.ts'
import { fitsLink, writeFragment } from '#app/data/share/share-codec.ts'
import { type SharedPane, type SharedSetup, setupOfShared, writeSetup } from '#app/data/share/shared-setup.ts'
import { useSuggestedModel } from '#app/models/remembered-models.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ShareLink } from '#app/ui/share-link.tsx'

interface MessageChoiceListProps {
  panes: readonly Pane[]
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

/** Checkboxes for the visible messages. */
export function MessageChoiceList({ panes, chosen, onChosen }: MessageChoiceListProps) {
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <div className="grid max-h-52 grid-cols-[minmax(0,1fr)] gap-3 overflow-y-auto rounded-md border border-line p-2">
      {panes.map(({ id, store }, index) => (
        <fieldset key={id} className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <legend className={panes.length === 1 ? 'sr-only' : 'label px-1.5 pb-1'}>
            {panes.length === 1 ? 'Messages to share' : `Pane ${index + 1}`}
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
  const [file] = attachmentsOf(message)
  if (file) return file.name
  return `Tool call: ${wholeToolCalls(message)
    .map(({ name }) => name)
    .join(', ')}`
}

/** Exactly what will be shared: as a summary and, on request, as JSON. */
export function SharePreview({ setup, showJson }: { setup: SharedSetup; showJson: boolean }) {
  return (
    <div className="grid gap-2">
      <h3 className="label">What will be shared</h3>
      <ul className="grid gap-1.5">
        {setup.panes.map((pane, index) => (
          <li key={index} className="wrap-anywhere">
            <bdi className="font-medium">{pane.model ?? 'No model selected'}</bdi>
            <span className="text-text-muted">{`, ${summarize(pane).join(', ')}`}</span>
          </li>
        ))}
        {setup.draft !== '' && <li className="text-text-muted">Unsent draft</li>}
      </ul>
      {showJson && (
        <details>
          <summary className="w-fit rounded-sm text-xs text-text-muted hover:text-text">View JSON</summary>
          <pre
            tabIndex={0}
            role="group"
            aria-label="Everything in the link"
            className="mt-1.5 max-h-60 overflow-auto rounded-md border border-line bg-surface p-2.5 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {visibleJson(writeSetup(setup))}
          </pre>
        </details>
      )}
      <p className="text-xs text-text-muted">
        No API keys and no other conversations are included. The setup is stored in the link itself, not on a server.
      </p>
    </div>
  )
}

function summarize({ baseUrl, messages, ...fields }: SharedPane): string[] {
  const setup = setupOfShared(fields)
  return [
    ...(baseUrl === undefined ? [] : [`at ${baseUrl}`]),
    ...setupFieldNames.flatMap((name) => rowOf(name).share?.describe(setup[name]) ?? []),
    messages.length === 0 ? 'no messages' : messages.length === 1 ? '1 message' : `${messages.length} messages`,
  ]
}

const choices = [
  { value: 'none', label: 'No messages' },
  { value: 'chosen', label: 'Chosen messages' },
  { value: 'all', label: 'All with replies' },
] as const

/** Creates a link to the open workspace and shows exactly what it contains. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const suggested = useSuggestedModel()
  // A snapshot, so that another tab can't change the panes meanwhile.
  const [open] = useState(() => workspace.getState())
  const [messageCount] = useState(() => messagesIn(sharedSetupOf(open, 'all', null)))
  // People usually want to share the messages. The dialog says next to the copy button that they are included.
  const [includesFiles, setIncludesFiles] = useState(false)
  const [choice, setChoice] = useState<(typeof choices)[number]['value']>(messageCount > 0 ? 'all' : 'none')
  const shared = choice === 'chosen' ? chosen : choice
  const attachments = sharedAttachments(open, shared)
  const { data: files } = useQuery({
    queryKey: ['shared-files', attachments.map(({ hash }) => hash)],
    queryFn: () => filesAsBase64(attachments),
    enabled: includesFiles && attachments.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  })
  const setup = sharedSetupOf(open, shared, suggested, includesFiles ? files : undefined)
  const text = JSON.stringify(writeSetup(setup))
  const containsKey = containsSecret(writeSetup(setup), secretsIn())
  const { data: link = '' } = useQuery({
    queryKey: ['share-link', text],
    queryFn: async () => `${location.origin}${pathOfApp()}#${await writeFragment(setup)}`,
    enabled: !containsKey,
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
        {attachments.length > 0 && (
          <div className="grid gap-1">
            <label className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                className="size-3.75"
                checked={includesFiles}
                onChange={() => setIncludesFiles(!includesFiles)}
              />
              Include attachments
            </label>
            <p className="text-xs text-text-muted">{attachmentWords(attachments, includesFiles)}</p>
          </div>
        )}
        <SharePreview setup={setup} showJson={!containsKey} />
        {containsKey ? (
          <Notice tone="danger">
            This setup contains one of your API keys. Remove it from the system prompt, the messages or the other fields
            to create a link.
          </Notice>
        ) : (
          <ShareLink
            link={link}
            fits={fitsLink(setup)}
            shorten="Share fewer messages"
            content={messageCount > 0 ? messageWords(messagesIn(setup)) : undefined}
            fileName="parley-setup.json"
            file={text}
          />
        )}
      </div>
    </Dialog>
  )
}

/** What is left out, or what it adds. Base64 takes 4 characters for 3 bytes. */
function attachmentWords(attachments: readonly Attachment[], isIncluded: boolean): string {
  const count = attachments.length === 1 ? '1 attachment' : `${attachments.length} attachments`
  const size = sizeWords(totalSize(attachments))
  return isIncluded
    ? `${count} (${size}) included. The link or file grows by up to ${sizeWords(Math.ceil((totalSize(attachments) * 4) / 3))}.`
    : `${count} (${size}) left out. Messages are shared without them.`
}

function messageWords(messages: number): string {
  if (messages === 0) return 'The link contains no messages.'
  return messages === 1
    ? 'The link contains 1 message. Anyone with the link can read it.'
    : `The link contains ${messages} messages. Anyone with the link can read them.`
}

function messagesIn({ panes }: SharedSetup): number {
  return panes.flatMap(({ messages }) => messages).length
}

/** The app's path on its host, with a trailing slash. A static copy may be in a folder. */
function pathOfApp(): string {
  return new URL(import.meta.env.BASE_URL, location.href).pathname
}
