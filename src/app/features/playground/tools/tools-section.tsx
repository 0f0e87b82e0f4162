import { Plus, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import { changeThenFocus } from '#app/chat/transcript/focus-message.ts'
import { type Tool, type ToolChoice, type ToolSetup, roundLimits, sentTools, toolProblem } from '#app/data/tools.ts'
import { useSettingFocus } from '#app/features/playground/parameters/setting-to-focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { SpinInput, parseNumber } from '#app/ui/spin-input.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { ToolEditor, kindWords } from './tool-editor.tsx'

const newTool: Tool = { name: '', description: '', parameters: '', kind: 'ask', mockResult: '', server: '' }

const choiceWords = { auto: 'Auto', none: 'None', required: 'Required' } as const

/** The tools of a pane, and how the model may use them. One tool is open for editing at a time. */
export function ToolsSection({ store, idPrefix }: { store: ConversationStore; idPrefix: string }) {
  const tools = useStore(store, (state) => state.tools)
  const [openAt, setOpenAt] = useState<number | null>(null)
  const section = useSettingFocus<HTMLDivElement>(store, 'tools')
  const { list, choice, parallel, maxRounds } = tools
  const change = (changed: Partial<ToolSetup>) =>
    store.getState().editSetup('tools', { tools: { ...tools, ...changed } })
  const setTool = (at: number, tool: Tool) => change({ list: list.with(at, tool) })
  const focusAdd = () => document.getElementById(`${idPrefix}-add-tool`)?.focus()
  return (
    <div ref={section} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none">
      {list.length > 0 && (
        <ul aria-label="Tools" className="grid">
          {list.map((tool, at) => (
            <li key={at} className="border-t border-line first:border-t-0">
              <button
                type="button"
                aria-expanded={openAt === at}
                onClick={() => setOpenAt(openAt === at ? null : at)}
                className="-mx-1 flex min-h-8 w-[calc(100%+0.5rem)] items-center gap-2 rounded-md px-1 hover:bg-tint pointer-coarse:min-h-10"
              >
                <Wrench aria-hidden size={14} className="shrink-0 text-text-muted" />
                <span className="min-w-0 truncate font-mono text-xs">{tool.name === '' ? 'New tool' : tool.name}</span>
                <span className="ml-auto shrink-0 rounded-sm border border-line px-1.5 text-xs text-text-muted">
                  {kindWords[tool.kind]}
                </span>
              </button>
              {openAt === at ? (
                <ToolEditor
                  id={`${idPrefix}-tool-${at}`}
                  tool={tool}
                  problem={toolProblem(tool, list)}
                  onChange={(next) => setTool(at, next)}
                  list={list}
                  onList={(next) => change({ list: next })}
                  onRemove={() =>
                    changeThenFocus(() => {
                      setOpenAt(null)
                      change({ list: list.toSpliced(at, 1) })
                    }, focusAdd)
                  }
                />
              ) : (
                toolProblem(tool, list) !== undefined && (
                  <p className="pb-2 text-xs text-danger">{toolProblem(tool, list)} This tool won’t be sent.</p>
                )
              )}
            </li>
          ))}
        </ul>
      )}
      <Button
        id={`${idPrefix}-add-tool`}
        size="small"
        className="justify-self-start"
        onClick={() => {
          change({ list: [...list, newTool] })
          setOpenAt(list.length)
        }}
      >
        <Plus aria-hidden size={14} />
        Add tool
      </Button>
      {list.length > 0 && (
        <>
          <Field htmlFor={`${idPrefix}-choice`} label="Tool choice">
            <Select
              id={`${idPrefix}-choice`}
              value={typeof choice === 'string' ? choice : `tool:${choice.tool}`}
              onChange={({ target }) => change({ choice: readChoice(target.value) })}
            >
              {Object.entries(choiceWords).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
              {sentTools(tools).map(({ name }) => (
                <option key={name} value={`tool:${name}`}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Switch checked={parallel !== false} onChange={(isOn) => change({ parallel: isOn ? null : false })}>
            Parallel tool calls
          </Switch>
          <Field htmlFor={`${idPrefix}-rounds`} label="Max tool rounds">
            <SpinInput
              id={`${idPrefix}-rounds`}
              {...roundLimits}
              step={1}
              text={String(maxRounds)}
              onText={(typed) => {
                const rounds = parseNumber(typed)
                if (rounds === undefined) return
                const { min, max } = roundLimits
                change({ maxRounds: Math.min(max, Math.max(min, Math.round(rounds))) })
              }}
            />
          </Field>
        </>
      )}
    </div>
  )
}

function readChoice(value: string): ToolChoice {
  if (value === 'none' || value === 'required') return value
  return value.startsWith('tool:') ? { tool: value.slice('tool:'.length) } : 'auto'
}
