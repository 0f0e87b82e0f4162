import { Fragment, useState } from 'react'
import { requestOf, sentExtraBody } from '#app/chat/store/chat-request.ts'
import { pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import type { RequestMessage } from '#app/data/calls/chat-stream.ts'
import { type CodeLanguage, codeLanguages } from '#app/data/codegen/code-languages.ts'
import type { CodeRequest } from '#app/data/codegen/literal.ts'
import { targetOf } from '#app/data/connections/connection-target.ts'
import { engineModelId } from '#app/data/models/connection-models.ts'
import { type Message, hasContent } from '#app/data/message.ts'
import { browserStorage, readText, writeText } from '#app/data/storage/browser-storage.ts'
import { CodeBlock } from '#app/markdown/code/code-block.tsx'
import { KeyHint } from '#app/models/key-hint.tsx'
import { useSuggestedModel } from '#app/models/text-models.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { InlineCode, fieldClass } from '#app/ui/field.tsx'

/** What stands where the next message belongs, while nobody has written it; it says so itself wherever it is pasted. */
export const placeholder = 'Write your next message here'

/**
 * The messages of the request that the page would send next. `asked` are those of the request for what is shown, `path`
 * is what is shown, and `draft` what stands unsent. Where the page would send nothing, because a reply stands last or
 * nothing was said, a placeholder takes the place of the message that is missing.
 */
export function codeMessages(
  asked: readonly RequestMessage[],
  path: readonly Message[],
  draft: string,
): { messages: RequestMessage[]; hasPlaceholder: boolean } {
  if (draft.trim() !== '') return { messages: [...asked, { role: 'user', content: draft }], hasPlaceholder: false }
  const last = path.findLast(hasContent)
  if (last?.kind === 'written') return { messages: [...asked], hasPlaceholder: false }
  return { messages: [...asked, { role: 'user', content: placeholder }], hasPlaceholder: true }
}

/** How the code is run: what it is saved as, and what is typed then. */
export function RunHint({ language: { file, commands, typescript } }: { language: CodeLanguage }) {
  if (file === null) return 'Paste it into a shell, such as bash or zsh.'
  return (
    <>
      Save it as <InlineCode>{file}</InlineCode>, then{' '}
      {commands.map((command, place) => (
        <Fragment key={command}>
          {place > 0 && ' and '}
          <InlineCode>{command}</InlineCode>
        </Fragment>
      ))}
      .
      {typescript && (
        <>
          {' '}
          As TypeScript: <InlineCode>{typescript.file}</InlineCode>, then <InlineCode>{typescript.command}</InlineCode>.
        </>
      )}
    </>
  )
}

const storageName = 'parley.code-language'

/** The setup of a pane as code that runs. */
export function CodeDialog({ onClose }: { onClose: () => void }) {
  const [{ panes, draft }] = useState(() => workspace.getState())
  const suggested = useSuggestedModel()
  const [languageId, setLanguage] = useState(() => readText(browserStorage().device, storageName))
  const [stream, setStream] = useState(true)
  const [place, setPlace] = useState(0)
  const language = codeLanguages.find(({ id }) => id === languageId) ?? codeLanguages[0]
  const state = panes[place]?.store.getState()
  if (!language || !state) return null

  const target = targetOf(state.connectionId)
  const modelId = state.modelId ?? suggested ?? ''
  const path = pathOf(state)
  const body = requestOf(state, engineModelId(target?.apiBase ?? '', modelId), path)
  const { messages, hasPlaceholder } = codeMessages(body.messages, path, state.draft || draft)
  const request: CodeRequest = {
    baseUrl: target?.apiBase ?? '',
    body: { ...body, messages },
    stream,
    written: sentExtraBody(state.extraBody),
  }

  return (
    <Dialog title="Get code" width={760} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <label className="flex items-center gap-2">
            <span className="label">Language</span>
            <select
              value={language.id}
              onChange={(event) => {
                setLanguage(event.target.value)
                writeText(browserStorage().device, storageName, event.target.value)
              }}
              className={`${fieldClass} h-8 w-auto`}
            >
              {codeLanguages.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          {panes.length > 1 && (
            <label className="flex items-center gap-2">
              <span className="label">Pane</span>
              <select
                value={place}
                onChange={(event) => setPlace(Number(event.target.value))}
                className={`${fieldClass} h-8 w-auto`}
              >
                {panes.map(({ id, store }, at) => (
                  <option key={id} value={at}>
                    {at + 1}: {store.getState().modelId ?? suggested}
                  </option>
                ))}
              </select>
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
        {/* Above the code, which may be longer than the screen. */}
        <div className="grid gap-1.5 text-text-muted">
          <p>
            <RunHint language={language} />
          </p>
          <p>
            <KeyHint service={target === undefined || target.id === null ? null : target.name} />
          </p>
          {hasPlaceholder && (
            <p>
              The last message, “{placeholder}”, is a placeholder: nothing stands unsent in the page. Put your own words
              there.
            </p>
          )}
        </div>
        <CodeBlock language={language.syntax} code={language.write(request)} open={false} />
      </div>
    </Dialog>
  )
}
