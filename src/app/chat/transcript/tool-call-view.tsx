import { CircleAlert, CircleCheck, Wrench } from 'lucide-react'
import { type ReactNode, memo, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { callKey, waitingCalls } from '#app/chat/store/tool-loop.ts'
import { isBusy } from '#app/chat/store/use-panes.ts'
import { prettyJson } from '#app/data/codegen/pretty-json.ts'
import { type Reply, type ToolCall, isOpen, wholeToolCalls } from '#app/data/message.ts'
import { Button } from '#app/ui/button.tsx'
import { formatSeconds } from '#app/ui/format.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'

/** The check needs the schema validator, which a call without a schema doesn't. */
const ArgumentProblems = lazyPart(async () => (await import('./argument-problems.tsx')).ArgumentProblems)

/** Loaded with the servers, which a call of another tool doesn't need. */
const ServerCall = lazyPart(async () => (await import('./server-call.tsx')).ServerCall)

type CallState = 'writing' | 'waiting' | 'running' | 'done' | 'failed'

const stateWords: Readonly<Record<CallState, string>> = {
  writing: 'Writing…',
  waiting: 'Waiting for result',
  running: 'Running…',
  done: 'Done',
  failed: 'Failed',
}

const codeClass =
  'max-h-80 overflow-auto font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap outline-offset-2'
const fieldClass =
  'rim field-sizing-content max-h-80 min-h-16 w-full resize-none px-2 py-1.5 font-mono text-xs leading-5'

interface ToolCallViewProps {
  call: ToolCall
  reply: Reply
  store: ConversationStore
}

/**
 * A tool call in a reply, with its result. What comes from the model is shown as plain text. The user can change the
 * arguments and the result; `SendResults` sends them.
 */
export const ToolCallView = memo(
  function ToolCallView({ call, reply, store }: ToolCallViewProps) {
    const { id } = reply
    const { index, name, arguments: json, result } = call
    const tool = useStore(store, ({ tools }) => tools.list.find((each) => each.name === name))
    const resultId = useId()
    const [typedArguments, setTypedArguments] = useState<string>()
    const isCalled = useStore(store, ({ calling }) => calling.includes(callKey(id, index)))
    const state = isCalled ? 'running' : stateOf(call, reply)
    const isWhole = wholeToolCalls(reply).includes(call)
    const isEnded = state !== 'writing' && isWhole
    const isWaiting = isEnded && (state === 'waiting' || state === 'failed')
    return (
      <div
        role="group"
        aria-label={`Tool call ${name}`}
        data-part="tool-call"
        data-tool={name}
        data-state={state}
        className="@container overflow-hidden rounded-lg border border-line"
      >
        <div className="flex min-h-9 items-center gap-2 px-3 text-sm">
          <Wrench aria-hidden size={14} className="shrink-0 text-text-muted" />
          <span className="min-w-0 truncate font-mono text-xs font-medium" title={name}>
            {name}
          </span>
          {tool && tool.kind !== 'ask' && (
            <span className="min-w-0 truncate rounded-sm border border-line px-1.5 text-xs text-text-muted">
              {tool.kind === 'mock' ? 'Mock' : `MCP · ${hostOf(tool.server)}`}
            </span>
          )}
          <span
            className={`ml-auto flex shrink-0 items-center gap-1.5 text-xs ${state === 'done' ? 'text-success' : 'text-text-muted'}`}
          >
            {state === 'done' && <CircleCheck aria-hidden size={14} />}
            {state === 'failed' && <CircleAlert aria-hidden size={14} />}
            {state === 'failed' && !isWhole ? 'Incomplete' : stateWords[state]}
            {state === 'done' && result && result.endedAt > result.startedAt && (
              <span className="text-text-muted tabular-nums">
                {formatSeconds((result.endedAt - result.startedAt) / 1000)}
              </span>
            )}
          </span>
        </div>
        {isWaiting && tool?.kind === 'mcp' && <ServerCall call={call} reply={reply} store={store} url={tool.server} />}
        <div className="grid border-t border-line @min-[32rem]:has-[[data-part=result]]:grid-cols-2">
          <Half
            title="Arguments"
            action={
              isEnded &&
              state !== 'running' &&
              typedArguments === undefined && (
                <EditButton what="arguments" onClick={() => setTypedArguments(prettyJson(json))} />
              )
            }
          >
            {typedArguments === undefined ? (
              <pre data-part="arguments" tabIndex={0} role="group" aria-label="Arguments" className={codeClass}>
                {prettyJson(json)}
              </pre>
            ) : (
              <textarea
                ref={focusOnMount}
                aria-label="Arguments"
                value={typedArguments}
                spellCheck={false}
                onChange={({ target }) => setTypedArguments(target.value)}
                onBlur={() => {
                  if (typedArguments !== prettyJson(json)) store.getState().setArguments(id, index, typedArguments)
                  setTypedArguments(undefined)
                }}
                className={fieldClass}
              />
            )}
            {isEnded && <ArgumentProblems json={json} schema={tool?.parameters ?? ''} />}
          </Half>
          {isEnded && (
            <div data-part="result" className="min-w-0 border-line @max-[32rem]:border-t @min-[32rem]:border-l">
              <Half
                title={<label htmlFor={resultId}>Result</label>}
                action={
                  state === 'done' && (
                    <EditButton
                      what="result"
                      onClick={() => store.getState().setResult(id, index, result?.text ?? '')}
                    />
                  )
                }
              >
                {isWaiting ? (
                  <textarea
                    id={resultId}
                    value={result?.text ?? ''}
                    spellCheck={false}
                    placeholder="What the tool returns"
                    onChange={({ target }) => store.getState().setResult(id, index, target.value)}
                    className={fieldClass}
                  />
                ) : (
                  <pre tabIndex={0} role="group" aria-label="Result" className={codeClass}>
                    {prettyJson(result?.text ?? '')}
                  </pre>
                )}
              </Half>
            </div>
          )}
        </div>
      </div>
    )
  },
  (one, other) => one.call === other.call && one.reply.id === other.reply.id && one.reply.state === other.reply.state,
)

function stateOf(call: ToolCall, reply: Reply): CallState {
  if (isOpen(reply)) return 'writing'
  if (call.result && call.result.isDraft !== true) return 'done'
  return wholeToolCalls(reply).includes(call) && call.failure === undefined ? 'waiting' : 'failed'
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function Half({ title, action, children }: { title: ReactNode; action: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1 px-3 py-2">
      <div className="flex min-h-5 items-center justify-between gap-2 text-xs text-text-muted">
        {title}
        {action}
      </div>
      {children}
    </div>
  )
}

function EditButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-sm font-medium text-accent hover:underline pointer-coarse:min-h-9"
    >
      Edit<span className="sr-only"> {what}</span>
    </button>
  )
}

function focusOnMount(field: HTMLTextAreaElement | null): void {
  field?.focus()
}

interface SendResultsProps {
  reply: Reply
  store: ConversationStore
  /** The model for the next reply; null is the one that gave this reply. */
  modelId: string | null
}

/** Sends all results of a reply's tool calls, once it has ended and as long as one hasn't been sent. */
export function SendResults({ reply, store, modelId }: SendResultsProps) {
  const isInUse = useStore(store, isBusy)
  if (isOpen(reply) || waitingCalls(reply).length === 0) return null
  return (
    <Button
      variant="primary"
      className="justify-self-start"
      disabled={isInUse}
      onClick={() => store.getState().sendResults(reply.id, modelId ?? reply.modelId)}
    >
      Send results
    </Button>
  )
}
