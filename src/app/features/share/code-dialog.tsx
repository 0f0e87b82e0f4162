import { useState } from 'react'
import { workspace } from '#app/chat/open-workspace.ts'
import { pathOf } from '#app/chat/message-tree.ts'
import { writtenExtra } from '#app/chat/extra-body.ts'
import { requestOf } from '#app/chat/request-of.ts'
import { codeLanguages } from '#app/data/code/code-languages.ts'
import type { CodeRequest } from '#app/data/code/code-request.ts'
import { targetOf } from '#app/data/connection-target.ts'
import { browserStorage, readText, writeText } from '#app/data/kept-texts.ts'
import { CodeBlock } from '#app/markdown/code-block.tsx'
import { KeyHint } from '#app/models/key-hint.tsx'
import { useSuggestedModel } from '#app/models/text-models.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { fieldClass } from '#app/ui/field.tsx'
import { codeMessages, placeholder } from './code-messages.ts'
import { RunHint } from './run-hint.tsx'

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
  const body = requestOf(state, modelId, path)
  const { messages, hasPlaceholder } = codeMessages(body.messages, path, state.draft || draft)
  const request: CodeRequest = {
    baseUrl: target?.apiBase ?? '',
    body: { ...body, messages },
    stream,
    written: writtenExtra(state.extraBody),
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
