import { useState } from 'react'
import { workspace } from '#app/chat/open-workspace.ts'
import { pathOf } from '#app/chat/message-tree.ts'
import { requestOf } from '#app/chat/request-of.ts'
import { codeLanguages } from '#app/data/code/code-languages.ts'
import { keyVariable, type CodeRequest } from '#app/data/code/code-request.ts'
import { targetOf } from '#app/data/connection-target.ts'
import { browserStorage, readText, writeText } from '#app/data/kept-texts.ts'
import { CodeBlock } from '#app/markdown/code-block.tsx'
import { useSuggestedModel } from '#app/models/text-models.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { fieldClass } from '#app/ui/field.tsx'

const storageName = 'parley.code-language'

/** What stands in a request where nothing was said or typed yet. */
const placeholder = 'Hello'

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
  const body = requestOf(state, modelId, pathOf(state))
  const next = state.draft || draft
  const endsWithReply = body.messages.at(-1)?.role !== 'user'
  const messages =
    next.trim() !== '' || endsWithReply
      ? [...body.messages, { role: 'user' as const, content: next.trim() === '' ? placeholder : next }]
      : body.messages
  const request: CodeRequest = { baseUrl: target?.apiBase ?? '', body: { ...body, messages }, stream }

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
        <CodeBlock language={language.syntax} code={language.write(request)} open={false} />
        <p className="text-xs text-text-muted">
          {language.install !== '' && (
            <>
              Needs <code className="font-mono">{language.install}</code>.{' '}
            </>
          )}
          The key is read from the environment: set <code className="font-mono">{keyVariable}</code> before you run it.
        </p>
      </div>
    </Dialog>
  )
}
