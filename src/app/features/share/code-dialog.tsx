import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { requestOf, sentExtraBody } from '#app/chat/store/chat-request.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import type { Attachment } from '#app/data/attachments/attachment.ts'
import { textParts } from '#app/data/attachments/collect-files.ts'
import { payloadOf, replaceReferences } from '#app/data/attachments/request-bytes.ts'
import { contentOf } from '#app/data/attachments/request-parts.ts'
import { type RequestMessage, withoutReasoning } from '#app/data/calls/chat-stream.ts'
import { type CodeLanguage, codeLanguages } from '#app/data/codegen/code-languages.ts'
import type { CodeRequest } from '#app/data/codegen/literal.ts'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { engineModelId } from '#app/data/models/connection-models.ts'
import { type Message, attachmentsOf, hasContent } from '#app/data/message.ts'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { CodeBlock } from '#app/markdown/code/code-block.tsx'
import { KeyHint } from '#app/models/key-hint.tsx'
import { useSuggestedModel } from '#app/models/remembered-models.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { InlineCode } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

/** Stands in for the next message if the user hasn't written one. */
export const placeholder = 'Write your next message here'

/**
 * The messages of the next request: `requestMessages` of the visible `path`, plus the unsent `draft`. If there would be
 * nothing to send, because a reply is last or the conversation is empty, a placeholder is added.
 */
export function codeMessages(
  requestMessages: readonly RequestMessage[],
  path: readonly Message[],
  draft: string,
  attached: readonly Attachment[] = [],
): { messages: RequestMessage[]; hasPlaceholder: boolean } {
  if (draft.trim() !== '' || attached.length > 0) {
    const next: RequestMessage = { role: 'user', content: contentOf(draft, attached) }
    return { messages: [...requestMessages, next], hasPlaceholder: false }
  }
  const last = path.findLast(hasContent)
  if (last?.kind === 'written') return { messages: [...requestMessages], hasPlaceholder: false }
  return { messages: [...requestMessages, { role: 'user', content: placeholder }], hasPlaceholder: true }
}

/** How to run the code: the file name and the commands. */
export function RunHint({ language: { file, commands, typescript } }: { language: CodeLanguage }) {
  if (file === null) return 'Paste it into a shell, such as bash or zsh.'
  return (
    <>
      Save it as <InlineCode>{file}</InlineCode>, then run{' '}
      {commands.map((command, paneIndex) => (
        <Fragment key={command}>
          {paneIndex > 0 && ' and '}
          <InlineCode>{command}</InlineCode>
        </Fragment>
      ))}
      .
      {typescript && (
        <>
          {' '}
          For TypeScript, save it as <InlineCode>{typescript.file}</InlineCode> and run{' '}
          <InlineCode>{typescript.command}</InlineCode>.
        </>
      )}
    </>
  )
}

const storageName = 'parley.code-language'

/** The text files as they are sent, by their hashes; undefined until they are loaded. Code contains them, unlike other files. */
function useTextFiles(attachments: readonly Attachment[]): ReadonlyMap<string, string> | undefined {
  const files = attachments.filter(({ kind }) => kind === 'text')
  const { data } = useQuery({
    queryKey: ['text-files', files.map(({ hash }) => hash)],
    queryFn: () => textParts(files),
    enabled: files.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  })
  return files.length === 0 ? new Map() : data
}

/** The setup of a pane as runnable code. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const [{ panes, draft, attached }] = useState(() => workspace.getState())
  const suggested = useSuggestedModel()
  const [languageId, setLanguage] = useState(() => readText(browserStorage().device, storageName))
  const [stream, setStream] = useState(true)
  const [paneIndex, setPaneIndex] = useState(0)
  const language = codeLanguages.find(({ id }) => id === languageId) ?? codeLanguages[0]
  const state = panes[paneIndex]?.store.getState()
  const path = state ? pathOf(state) : []
  const files = state && state.attached.length > 0 ? state.attached : attached
  const texts = useTextFiles([...path.flatMap(attachmentsOf), ...files])
  if (!language || !state || !texts) return null

  const target = targetOf(state.connectionId)
  const modelId = state.modelId ?? suggested ?? ''
  const body = withoutReasoning(requestOf(state, engineModelId(target?.apiBase ?? '', modelId), path))
  const said = codeMessages(body.messages, path, state.draft || draft, files)
  const { hasPlaceholder } = said
  const { messages } = replaceReferences({ messages: said.messages }, (part, { hash }) => {
    const text = texts.get(hash)
    return text === undefined || part.type !== 'text' ? payloadOf(part) : text
  })
  // No code can call the page itself; the service can run the same file.
  const isInPage = target?.apiBase === browserBaseUrl
  const request: CodeRequest = {
    baseUrl: isInPage ? (targetOf(null)?.apiBase ?? '') : (target?.apiBase ?? ''),
    body: { ...body, messages },
    stream,
    rawJson: sentExtraBody(state),
    maxToolRounds: state.tools.maxRounds,
  }

  return (
    <Dialog title="Get code" width={760} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <label className="flex items-center gap-2">
            <span className="label">Language</span>
            <Select
              value={language.id}
              onChange={(event) => {
                setLanguage(event.target.value)
                writeText(browserStorage().device, storageName, event.target.value)
              }}
            >
              {codeLanguages.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </label>
          {panes.length > 1 && (
            <label className="flex items-center gap-2">
              <span className="label">Pane</span>
              <Select value={paneIndex} onChange={(event) => setPaneIndex(Number(event.target.value))}>
                {panes.map(({ id, store }, at) => (
                  <option key={id} value={at}>
                    {at + 1}: {store.getState().modelId ?? suggested}
                  </option>
                ))}
              </Select>
            </label>
          )}
          <label className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-3.75"
              checked={stream}
              onChange={(event) => setStream(event.target.checked)}
            />
            Stream the reply
          </label>
        </div>
        {/* Above the code, because that may be taller than the screen. */}
        <div className="grid gap-1.5 text-text-muted">
          <p>
            <RunHint language={language} />
          </p>
          <p>
            <KeyHint service={target === undefined || target.id === null || isInPage ? null : target.name} />
          </p>
          {isInPage && (
            <p>
              This model runs in this browser, which code can’t call. Start Parley with its file as{' '}
              <InlineCode>PARLEY_MODELS</InlineCode> to run it there.
            </p>
          )}
          {hasPlaceholder && <p>The last message, “{placeholder}”, is a placeholder. Replace it with your own.</p>}
        </div>
        <CodeBlock language={language.syntax} code={language.write(request)} open={false} />
      </div>
    </Dialog>
  )
}
