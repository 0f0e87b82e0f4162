import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import type { PaneConversation } from '#app/chat/store/conversation.ts'
import { useNews } from '#app/chat/store/use-panes.ts'
import { type Setup, type SetupFieldName, isBlank, resetSetup, setupFieldNames, setupOf } from '#app/data/setup.ts'
import { Field, fieldClass } from '#app/ui/field.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { type Parameter, type ParameterName, parameterNames, parameters } from '#contract/parameters.ts'
import { wantedSetting } from './wanted-setting.ts'
import { type NameOf, ParameterRow } from './parameter-row.tsx'

/** How many of these parameters were changed, also to something that may not be sent. */
function changedCount(
  state: Pick<PaneConversation, 'parameters' | 'invalid'>,
  names: readonly ParameterName[],
): number {
  return names.filter((name) => state.parameters[name] !== undefined || state.invalid[name] !== undefined).length
}

/** The parameters that are always visible. */
const pinnedNames = parameterNames.filter(isPinned)

/** The others, in the order of the table. */
export const furtherNames = parameterNames.filter((name) => !isPinned(name))

function isPinned(name: ParameterName): name is NameOf<'number'> {
  const row: Parameter = parameters[name]
  return row.kind === 'number' && row.pinned === true
}

/** The fields of the setup that count as parameters beside those of the table. */
const furtherFields: readonly SetupFieldName[] = setupFieldNames.filter(
  (name) => name !== 'parameters' && Object.hasOwn(resetSetup, name),
)

interface DisclosureProps {
  label: string
  /** A quiet word at the end of the line. */
  note?: string | undefined
  /** Opens it when this becomes true; it can be closed again. */
  isWanted?: boolean
  /** Drawn only while open. */
  children: ReactNode
}

/** A heading that opens what stands below it. */
function Disclosure({ label, note, isWanted = false, children }: DisclosureProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [wasWanted, setWasWanted] = useState(false)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    if (isWanted) setOpen(true)
  }
  return (
    <div className="grid gap-3">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="label -mx-1 flex h-6.5 items-center gap-1 rounded-md px-1 hover:bg-tint pointer-coarse:h-9"
      >
        <ChevronRight aria-hidden size={14} className={`transition-transform ${open ? 'rotate-90' : ''}`} />
        {label}
        {note !== undefined && <span className="ml-auto font-normal text-accent">{note}</span>}
      </button>
      {open && <div id={id}>{children}</div>}
    </div>
  )
}

const ParametersMore = lazyPart(() => import('./parameters-more.tsx').then((module) => module.ParametersMore))
const PresetsPanel = lazyPart(() => import('./presets-panel.tsx').then((module) => module.PresetsPanel))

interface ParametersPanelProps {
  store: ConversationStore
  /** Keeps the ids of two such panels on one page apart. */
  idPrefix: string
  /** The chosen model, for what it is known not to obey. */
  model?: Model | undefined
  /** Called when a preset has chosen the model. */
  onModelChosen?: () => void
}

/** What was done to everything at once, and how it was before. */
interface Done {
  words: string
  before: Partial<Setup>
}

/** What shapes the replies: system prompt and parameters. What was not touched is not sent. */
export function ParametersPanel({ store, idPrefix, model, onModelChosen }: ParametersPanelProps) {
  const [done, setDone] = useNews<Done>()
  const further = useStore(
    store,
    (state) => changedCount(state, furtherNames) + furtherFields.filter((name) => !isBlank(name, state[name])).length,
  )
  const wantsMore = useStore(
    wantedSetting,
    ({ wanted }) => wanted?.store === store && !pinnedNames.some((name) => name === wanted.name),
  )
  const changed = useStore(store, (state) => changedCount(state, pinnedNames)) + further
  const change = (setup: Partial<Setup>) => {
    const before = store.getState().modelId
    store.getState().applySetup(setup)
    if (store.getState().modelId !== before) onModelChosen?.()
  }
  /** Changes several settings at once, in a way that can be taken back. */
  const apply = (words: string, setup: Partial<Setup>) => {
    setDone({ words, before: setupOf(store.getState()) })
    change(setup)
  }
  return (
    // Positioned, so that what only screen readers see scrolls along and does not make the page itself longer.
    <div className="relative grid gap-5">
      <SystemPrompt store={store} id={`${idPrefix}-system`} />
      {pinnedNames.map((name) => (
        <ParameterRow key={name} name={name} store={store} id={`${idPrefix}-${name}`} model={model} />
      ))}
      <Disclosure label="More parameters" isWanted={wantsMore} note={further === 0 ? undefined : `${further} changed`}>
        <ParametersMore store={store} idPrefix={idPrefix} model={model} />
      </Disclosure>
      <Disclosure label="Presets">
        <PresetsPanel store={store} idPrefix={idPrefix} onApply={apply} />
      </Disclosure>
      {/* It says what a press further up did, so it stays in view. */}
      <div
        tabIndex={-1}
        className="sticky -bottom-4 -my-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 bg-surface text-xs text-text-muted outline-none"
      >
        {changed > 0 && <QuietButton onClick={() => apply('Parameters reset.', resetSetup)}>Reset all</QuietButton>}
        <span role="status">{done?.words}</span>
        {done && (
          <QuietButton
            onClick={() => {
              change(done.before)
              setDone(null)
            }}
          >
            Undo<span className="sr-only"> settings</span>
          </QuietButton>
        )}
      </div>
    </div>
  )
}

/** It goes with what it does, so the focus moves to what it stands in. */
function QuietButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        currentTarget.parentElement?.focus({ preventScroll: true })
        onClick()
      }}
      className="rounded-sm underline decoration-line-strong underline-offset-3 hover:text-text pointer-coarse:py-1.5"
    >
      {children}
    </button>
  )
}

function SystemPrompt({ store, id }: { store: ConversationStore; id: string }) {
  const value = useStore(store, (state) => state.systemPrompt)
  return (
    <Field htmlFor={id} label="System prompt">
      <textarea
        id={id}
        rows={4}
        value={value}
        onChange={(event) => store.getState().setSystemPrompt(event.target.value)}
        placeholder="How the model should behave"
        className={`${fieldClass} field-sizing-content max-h-[40dvh] min-h-24 resize-none`}
      />
    </Field>
  )
}
