import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationStore } from '#app/chat/store/conversation-store.ts'
import type { PaneConversation } from '#app/chat/store/conversation.ts'
import { useNews } from '#app/chat/store/use-panes.ts'
import { type Setup, type SetupFieldName, isBlank, resetSetup, setupFieldNames, setupOf } from '#app/data/setup.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { Model } from '#contract/model.ts'
import { type Parameter, type ParameterName, parameterNames, parameters } from '#contract/parameters.ts'
import { settingToFocus } from './setting-to-focus.ts'
import { type ParameterNameOfKind, ParameterRow, isUnsupported } from './parameter-row.tsx'
import { SystemPrompt } from './system-prompt.tsx'

/** The number of changed parameters, including invalid ones. */
function changedCount(
  state: Pick<PaneConversation, 'parameters' | 'invalid'>,
  names: readonly ParameterName[],
): number {
  return names.filter((name) => state.parameters[name] !== undefined || state.invalid[name] !== undefined).length
}

/** The parameters that are always visible. */
const pinnedNames = parameterNames.filter(isPinned)

/** The others, in the order of the table. */
export const moreParameterNames = parameterNames.filter((name) => !isPinned(name))

function isPinned(name: ParameterName): name is ParameterNameOfKind<'number' | 'choice'> {
  const row: Parameter = parameters[name]
  return row.pinned === true
}

function isChoice(name: ParameterName): name is ParameterNameOfKind<'choice'> {
  return parameters[name].kind === 'choice'
}

/** The fields of the setup that have a section of their own. */
const sectionFields: readonly SetupFieldName[] = ['tools', 'responseFormat']

/** The other fields of the setup that count as parameters, besides those of the table. */
const otherFields: readonly SetupFieldName[] = setupFieldNames.filter(
  (name) => name !== 'parameters' && !sectionFields.includes(name) && Object.hasOwn(resetSetup, name),
)

interface DisclosureProps {
  label: string
  /** A note at the end of the line. */
  note?: string | undefined
  /** Opens the section when it becomes true. The user can close it again. */
  forceOpen?: boolean
  /** Rendered only while open. */
  children: ReactNode
}

/** A heading that expands its content. */
function Disclosure({ label, note, forceOpen = false, children }: DisclosureProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [wasForced, setWasForced] = useState(false)
  if (forceOpen !== wasForced) {
    setWasForced(forceOpen)
    if (forceOpen) setOpen(true)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
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

/** As high as the row, so that nothing moves when it is loaded. */
const ChoiceRow = lazyPart(() => import('./choice-row.tsx').then((module) => module.ChoiceRow), {
  loading: () => <div className="h-8" />,
})
const ParametersMore = lazyPart(() => import('./parameters-more.tsx').then((module) => module.ParametersMore))
const ToolsSection = lazyPart(() =>
  import('#app/features/playground/tools/tools-section.tsx').then((module) => module.ToolsSection),
)
const ResponseFormatPanel = lazyPart(() =>
  import('./response-format-panel.tsx').then((module) => module.ResponseFormatPanel),
)
const PresetsPanel = lazyPart(() => import('./presets-panel.tsx').then((module) => module.PresetsPanel))

interface ParametersPanelProps {
  store: ConversationStore
  /** Makes ids unique, since the page has two such panels. */
  idPrefix: string
  /** The selected model, to show which parameters it doesn't support. */
  model?: Model | undefined
  /** Called when a preset changes the model. */
  onModelChosen?: () => void
}

/** A change of several settings that can be undone. */
interface BulkChange {
  words: string
  before: Partial<Setup>
}

/** System prompt and parameters. Settings that weren't changed aren't sent. */
export function ParametersPanel({ store, idPrefix, model, onModelChosen }: ParametersPanelProps) {
  const [lastChange, setLastChange] = useNews<BulkChange>()
  const moreCount = useStore(
    store,
    (state) =>
      changedCount(state, moreParameterNames) + otherFields.filter((name) => !isBlank(name, state[name])).length,
  )
  const wanted = useStore(settingToFocus, ({ wanted: target }) => (target?.store === store ? target.name : undefined))
  const forceMore = wanted !== undefined && ![...sectionFields, ...pinnedNames].some((name) => name === wanted)
  const toolCount = useStore(store, ({ tools }) => tools.list.length)
  const formatNote = useStore(store, ({ responseFormat }) => responseFormat.kind)
  const changed =
    useStore(
      store,
      (state) => changedCount(state, pinnedNames) + sectionFields.filter((name) => !isBlank(name, state[name])).length,
    ) + moreCount
  const change = (setup: Partial<Setup>) => {
    const before = store.getState().modelId
    store.getState().applySetup(setup)
    if (store.getState().modelId !== before) onModelChosen?.()
  }
  /** Changes several settings at once and remembers the previous ones for Undo. */
  const apply = (words: string, setup: Partial<Setup>) => {
    setLastChange({ words, before: setupOf(store.getState()) })
    change(setup)
  }
  return (
    // Positioned, so that visually hidden text scrolls along and doesn't extend the page.
    <div className="relative grid grid-cols-[minmax(0,1fr)] gap-5">
      <SystemPrompt store={store} id={`${idPrefix}-system`} />
      {pinnedNames.map((name) => {
        const id = `${idPrefix}-${name}`
        if (!isChoice(name)) return <ParameterRow key={name} name={name} store={store} id={id} model={model} />
        const unsupportedBy = isUnsupported(model, parameters[name]) ? model?.name : undefined
        return <ChoiceRow key={name} name={name} store={store} id={id} unsupportedBy={unsupportedBy} />
      })}
      <Disclosure label="Tools" forceOpen={wanted === 'tools'} note={toolCount === 0 ? undefined : String(toolCount)}>
        <ToolsSection store={store} idPrefix={idPrefix} />
      </Disclosure>
      <Disclosure
        label="Response format"
        forceOpen={wanted === 'responseFormat'}
        note={formatNote === 'text' ? undefined : formatNote === 'json_object' ? 'JSON object' : 'JSON schema'}
      >
        <ResponseFormatPanel store={store} idPrefix={idPrefix} />
      </Disclosure>
      <Disclosure
        label="More parameters"
        forceOpen={forceMore}
        note={moreCount === 0 ? undefined : `${moreCount} changed`}
      >
        <ParametersMore store={store} idPrefix={idPrefix} model={model} />
      </Disclosure>
      <Disclosure label="Presets">
        <PresetsPanel store={store} idPrefix={idPrefix} onApply={apply} />
      </Disclosure>
      {/* Sticky, because it reports what a button further up did. */}
      <div
        tabIndex={-1}
        className="sticky -bottom-4 -my-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 bg-surface text-xs text-text-muted outline-none"
      >
        {changed > 0 && <QuietButton onClick={() => apply('Parameters reset.', resetSetup)}>Reset all</QuietButton>}
        <span role="status">{lastChange?.words}</span>
        {lastChange && (
          <QuietButton
            onClick={() => {
              change(lastChange.before)
              setLastChange(null)
            }}
          >
            Undo<span className="sr-only"> settings</span>
          </QuietButton>
        )}
      </div>
    </div>
  )
}

/** The button disappears when pressed, so focus moves to its container. */
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
