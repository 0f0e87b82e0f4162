import { useQuery } from '@tanstack/react-query'
import {
  CodeXml,
  Ellipsis,
  FlaskConical,
  PanelRightClose,
  PanelRightOpen,
  Plus,
  Share2,
  SlidersHorizontal,
} from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { emptyTree, pathOf } from '#app/chat/store/message-tree.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { anyMessages, useNews, usePanes } from '#app/chat/store/use-panes.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { connection } from '#app/data/connections/connection.ts'
import { connections } from '#app/data/connections/connections.ts'
import { openingOf } from '#app/data/history/rows.ts'
import { findModel, otherModelsQuery } from '#app/data/models/connection-models.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { maxPanes } from '#app/data/setup.ts'
import { ConversationTitle } from '#app/features/playground/history/conversation-title.tsx'
import { HistoryAlertOnDemand, storePanelOpen, readPanelOpen } from '#app/features/playground/history/history-rail.tsx'
import { NewButton } from '#app/features/playground/history/new-button.tsx'
import { settingToFocus } from '#app/features/playground/parameters/setting-to-focus.ts'
import { usePageTitle } from '#app/models/page-title.ts'
import { ConnectButton } from '#app/models/connect-button.tsx'
import { suggestedModel } from '#app/models/remembered-models.ts'
import { isCallable, isDemo } from '#app/models/text-models.ts'
import type { Model } from '#contract/model.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { MainMenuButton } from '#app/ui/main-menu.tsx'
import { Menu } from '#app/ui/menu.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { type ModelOf, addModelPane, openComparison, pickTwoModels } from './choose-models.ts'
import { blindStore } from './blind.ts'
import { type PaneNotice, PaneNoticeBar } from './pane-notice.tsx'
import { PaneParameters } from './pane-parameters.tsx'
import { PaneRow, scrollToPane } from './pane-row.tsx'
import { PaneView } from './pane-view.tsx'
import { SharedComposer } from './shared-composer.tsx'

const SummaryBar = lazyPart(
  () => import('#app/features/playground/summary/summary-bar.tsx').then((module) => module.SummaryBar),
  {
    missing: null,
    preload: true,
  },
)
const ConversationTotal = lazyPart(
  () => import('#app/features/playground/summary/conversation-total.tsx').then((module) => module.ConversationTotal),
  {
    missing: null,
    preload: true,
  },
)
const BlindPanes = lazyPart(() => import('./blind-panes.tsx').then((module) => module.BlindPanes))
const RememberedUsage = lazyPart(
  () => import('#app/features/playground/summary/conversation-total.tsx').then((module) => module.UsageRecorder),
  {
    missing: null,
  },
)

const railName = 'parley.parameters-rail'

interface PlaygroundPageProps {
  /** Puts the selected models into the URL, so that a reload or a copied link keeps them. */
  onModelsChosen: (ids: string[]) => void
  onShare: () => void
  onGetCode: () => void
  onUseInExperiment: () => void
}

/** The playground: one or more conversations side by side, with their parameters. */
export function PlaygroundPage({ onModelsChosen, onShare, onGetCode, onUseInExperiment }: PlaygroundPageProps) {
  const revision = useStore(connection, (state) => state.revision)
  const { data: models, error } = useQuery(modelsQuery(revision))
  const othersRevision = useStore(connections, (state) => state.revision)
  const { data: others } = useQuery(otherModelsQuery(othersRevision))
  const modelOf: ModelOf = useCallback(
    (id, connectionId = null) => {
      const known = connectionId === null ? models : others?.find((each) => each.connectionId === connectionId)?.models
      return known && findModel(known, id)
    },
    [models, others],
  )
  const suggested = suggestedModel(models ?? [])
  const isLoaded = models !== undefined || error !== null
  const onlyDemo = isLoaded && ![models ?? [], ...(others ?? []).map((each) => each.models)].some(hasRealModel)
  const panes = useStore(workspace, (state) => state.panes)
  const scrollsTogether = useStore(workspace, (state) => state.scrollTogether)
  const hasMessages = usePanes(panes, anyMessages)
  // Subscribed so that names update when a model is selected.
  usePanes(panes, modelsOf)
  const title = useStore(workspace, (state) => state.title)
  const openingOfPanes = usePanes(panes, openingIn)
  usePageTitle((title ?? openingOfPanes) || 'Playground')
  const [selectedId, select] = useState<string | null>(null)
  const [railOpen, setRailOpen] = useState(() => readPanelOpen(railName))
  const [sheetOpen, setSheetOpen] = useState(false)
  /** Adding or closing a pane shows all again. */
  const [focus, setFocus] = useState<{ id: string | null; among: readonly Pane[] } | null>(null)
  const focusPane = useCallback((id: string | null) => setFocus({ id, among: workspace.getState().panes }), [])
  const focusedId = focus?.among === panes ? focus.id : null
  const [newest, setNewest] = useState<string | null>(null)
  const [notice, setNotice] = useNews<PaneNotice>()
  const selected = panes.find(({ id }) => id === selectedId) ?? panes[0]
  const several = panes.length > 1
  const isBlind = useStore(blindStore, (state) => state.isBlind) && several
  const canAdd = panes.length < maxPanes

  const idOf = ({ store }: Pane) => store.getState().modelId ?? suggested
  const nameOf = (pane: Pane) => {
    const id = idOf(pane)
    return id === null ? 'no model' : (modelOf(id, pane.store.getState().connectionId)?.name ?? id)
  }
  const choiceOf = (pane: Pane) => {
    const modelId = idOf(pane)
    return modelId === null ? null : { modelId, connectionId: pane.store.getState().connectionId }
  }
  const reportModels = () => onModelsChosen(workspace.getState().panes.flatMap((pane) => idOf(pane) ?? []))
  const lists = [{ connectionId: null, models: models ?? [] }, ...(others ?? [])]
  const firstChoice = panes[0] && choiceOf(panes[0])
  const pair = several || !firstChoice ? null : pickTwoModels(lists, firstChoice)
  const compare = () => {
    if (!pair) return
    openComparison(pair)
    reportModels()
  }
  const add = () => {
    const hasConversation = addModelPane(lists)
    const pane = workspace.getState().panes.at(-1)
    setNewest(pane?.id ?? null)
    setNotice(
      hasConversation && pane
        ? {
            message: `Added ${nameOf(pane)} with this conversation.`,
            undoLabel: 'Start empty',
            undo: () => pane.store.getState().open(emptyTree),
          }
        : null,
    )
    reportModels()
  }
  const close = (pane: Pane, place: number) => {
    workspace.getState().removePane(pane.id)
    setNotice({
      message: `Closed pane ${place}: ${nameOf(pane)}.`,
      undo: () => {
        workspace.getState().restorePane()
        select(pane.id)
        setNewest(pane.id)
        reportModels()
      },
    })
    reportModels()
  }
  const selectedModel = selected && idOf(selected)
  const model = selectedModel ? modelOf(selectedModel, selected.store.getState().connectionId) : undefined
  const selectAndShow = (id: string) => {
    select(id)
    if (focusedId !== null) focusPane(id)
    scrollToPane(id)
  }
  useEffect(
    () =>
      settingToFocus.subscribe(({ wanted }) => {
        const pane = workspace.getState().panes.find(({ store }) => store === wanted?.store)
        if (!pane) return
        select(pane.id)
        if (matchMedia(wideQuery).matches) setRailOpen(true)
        else setSheetOpen(true)
      }),
    [],
  )
  const parameters = (idPrefix: string) =>
    selected && (
      <PaneParameters
        {...{ panes, selected, nameOf, model, idPrefix }}
        onSelect={selectAndShow}
        onModelChosen={reportModels}
        onDone={setNotice}
      />
    )

  const phoneActions = [
    ...(canAdd ? [{ label: 'Add model', icon: <Plus size={16} />, onSelect: add }] : []),
    { label: 'Get code', icon: <CodeXml size={16} />, onSelect: onGetCode },
  ]
  const useInExperiment = { label: 'Use in experiment', icon: <FlaskConical size={16} />, onSelect: onUseInExperiment }

  return (
    <>
      {/* On a phone it takes the place of the app’s bar, so notices come below it. */}
      <header
        data-page-header
        className="flex h-12 shrink-0 items-center border-b border-line max-md:order-first max-md:px-1 md:gap-2 md:px-4"
      >
        <MainMenuButton />
        <ConversationTitle opening={openingOfPanes} hasMessages={hasMessages} />
        {/* An empty playground offers it with a sentence. */}
        {onlyDemo && hasMessages && <ConnectButton isInHeader />}
        {canAdd && (
          <Button variant="quiet" className="max-md:hidden" onClick={add}>
            <Plus aria-hidden size={16} />
            Add model
          </Button>
        )}
        <Button variant="quiet" className="max-md:hidden" onClick={onGetCode}>
          <CodeXml aria-hidden size={16} />
          Get code
        </Button>
        <Button
          className="max-md:size-10 max-md:border-transparent max-md:bg-transparent max-md:px-0"
          onClick={onShare}
        >
          <Share2 aria-hidden size={16} />
          <span className="max-md:sr-only">Share</span>
        </Button>
        <div className="lg:hidden max-md:*:size-10 max-md:*:px-0">
          <Sheet
            title="Parameters"
            variant="quiet"
            open={sheetOpen}
            onOpenChange={setSheetOpen}
            trigger={
              <>
                <SlidersHorizontal aria-hidden size={16} />
                <span className="max-md:sr-only">Parameters</span>
              </>
            }
          >
            {parameters('sheet')}
          </Sheet>
        </div>
        <Menu
          label="Conversation actions"
          className="max-md:[&>button]:size-10 max-md:[&>button]:px-0"
          groups={() => [
            { items: matchMedia(phoneQuery).matches ? [...phoneActions, useInExperiment] : [useInExperiment] },
          ]}
        >
          <Ellipsis aria-hidden size={16} />
        </Menu>
        <div className="md:hidden">
          <NewButton />
        </div>
        <Button
          variant="quiet"
          className="px-2 max-lg:hidden"
          aria-label={railOpen ? 'Hide parameters' : 'Show parameters'}
          title={railOpen ? 'Hide parameters' : 'Show parameters'}
          onClick={() => {
            setRailOpen(!railOpen)
            storePanelOpen(railName, !railOpen)
          }}
        >
          {railOpen ? <PanelRightClose aria-hidden size={16} /> : <PanelRightOpen aria-hidden size={16} />}
        </Button>
      </header>
      <HistoryAlertOnDemand />
      {hasMessages && <RememberedUsage panes={panes} />}
      <div className="flex min-h-0 flex-1">
        {/* In a low or zoomed-in window the whole section scrolls before the messages lose all room. */}
        <section className="flex min-w-0 flex-1 flex-col overflow-y-auto">
          {isBlind && <BlindPanes panes={panes} nameOf={nameOf} />}
          {/* Hidden, they still stream. */}
          <div className={isBlind ? 'hidden' : 'contents'}>
            <PaneRow
              panes={panes}
              selected={selected?.id ?? ''}
              onSelect={select}
              focusedId={focusedId}
              onFocusPane={focusPane}
              nameOf={nameOf}
              scrollsTogether={scrollsTogether && several}
            >
              {panes.map((pane, index) => (
                <PaneView
                  key={pane.id}
                  {...{ pane, panes, modelOf, nameOf, suggested, onlyDemo, focusedId }}
                  place={index + 1}
                  models={models ?? []}
                  modelsKnown={models !== undefined}
                  modelsError={models === undefined ? error : null}
                  selected={pane === selected}
                  isNew={pane.id === newest}
                  onDone={setNotice}
                  onToggleFocus={() => {
                    select(pane.id)
                    focusPane(focusedId === null ? pane.id : null)
                  }}
                  onCompare={pair && compare}
                  onModelChosen={() => {
                    select(pane.id)
                    reportModels()
                  }}
                  onClose={() => close(pane, index + 1)}
                />
              ))}
            </PaneRow>
          </div>
          {several && hasMessages && !isBlind && <SummaryBar panes={panes} modelOf={modelOf} />}
          <PaneNoticeBar notice={notice} onClose={() => setNotice(null)} />
          <SharedComposer
            panes={panes}
            suggested={suggested}
            modelOf={modelOf}
            isConnected={(id, connectionId) => modelOf(id, connectionId)?.status !== 'inactive'}
            noModel={
              models !== undefined
                ? 'Choose a model to send.'
                : error
                  ? 'The model list couldn’t be loaded.'
                  : 'Loading models…'
            }
          />
        </section>
        {railOpen && !isBlind && (
          <aside
            aria-label="Parameters"
            className="hidden w-72 shrink-0 flex-col justify-between gap-6 overflow-y-auto border-l border-line p-4 lg:flex"
          >
            {parameters('rail')}
            {hasMessages && <ConversationTotal panes={panes} modelOf={modelOf} />}
          </aside>
        )}
      </div>
    </>
  )
}

/** The `lg` breakpoint of the design tokens: the parameters fit next to the conversation. */
const wideQuery = '(min-width: 64rem)'
/** As `max-md`. */
const phoneQuery = '(width < 48rem)'

function openingIn(panes: readonly Pane[]): string {
  return openingOf(panes.flatMap(({ store }) => pathOf(store.getState())))
}

function hasRealModel(models: readonly Model[]): boolean {
  return models.some((model) => isCallable(model) && !isDemo(model))
}

function modelsOf(panes: readonly Pane[]): string {
  return panes.map(({ store }) => store.getState().modelId).join(' ')
}
