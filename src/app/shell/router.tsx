import {
  type AsyncRouteComponent,
  Link,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useMatch,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router'
import { useCallback } from 'react'
import { loadPersister } from '#app/chat/persistence/load-persistence.ts'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { type OnSearch, validateCatalogueSearch } from '#app/features/catalogue/query/catalogue-search.ts'
import { openModels } from '#app/features/playground/panes/choose-models.ts'
import { PlaygroundPage } from '#app/features/playground/panes/playground-page.tsx'
import type { UsageSearch } from '#app/features/usage/usage-view.ts'
import { compareStore, readIds, setCompared, writeIds } from '#app/models/compare-list.ts'
import { modelIdOf } from '#app/models/model-link.tsx'
import { leaveSavedConversation } from './conversation-address.ts'
import { Layout } from './layout.tsx'
import { openInExperiment } from './app-commands.ts'
import { openOverlay } from '#app/ui/overlays.ts'
import { PageError } from './page-error.tsx'
import { createFragmentHistory } from './setup-links.ts'

const ConversationMissing = lazyRouteComponent(
  withoutReload(() => import('#app/features/playground/panes/conversation-missing.tsx')),
  'ConversationMissing',
)
const ModelsPage = lazyRouteComponent(
  withoutReload(() => import('#app/features/catalogue/models-page.tsx')),
  'ModelsPage',
)
const ModelPage = lazyRouteComponent(
  withoutReload(() => import('#app/features/model/model-page.tsx')),
  'ModelPage',
)
const ComparePage = lazyRouteComponent(
  withoutReload(() => import('#app/features/compare/compare-page.tsx')),
  'ComparePage',
)
const ExperimentsPage = lazyRouteComponent(
  withoutReload(() => import('#app/features/experiments/experiments-page.tsx')),
  'ExperimentsPage',
)
const ExperimentPage = lazyRouteComponent(
  withoutReload(() => import('#app/features/experiments/experiment-page.tsx')),
  'ExperimentPage',
)
const ReportPage = lazyRouteComponent(
  withoutReload(() => import('#app/features/experiments/report/report-page.tsx')),
  'ReportPage',
)
const UsagePage = lazyRouteComponent(
  withoutReload(() => import('#app/features/usage/usage-page.tsx')),
  'UsagePage',
)
const SettingsPage = lazyRouteComponent(
  withoutReload(() => import('#app/features/settings/settings-page.tsx')),
  'SettingsPage',
)

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound, errorComponent: PageError })

/** One route component for new and saved conversations, so that nothing remounts when a new one gets its URL. */
const conversations = createRoute({
  getParentRoute: () => root,
  id: 'conversations',
  component: function Playground() {
    const navigate = useNavigate()
    const opened = useMatch({ from: conversationRoute.id, shouldThrow: false })
    if (opened?.status === 'error') return <PageError error={opened.error} />
    if (opened?.loaderData === 'missing') return <ConversationMissing />
    if (opened && opened.loaderData === undefined) return null
    return (
      <PlaygroundPage
        onShare={() => openOverlay('share')}
        onGetCode={() => openOverlay('code')}
        onUseInExperiment={() => void openInExperiment((path) => void navigate({ to: path }))}
        onModelsChosen={(ids) => {
          // A saved conversation stores its models.
          if (router.latestLocation.pathname !== '/') return
          const search = ids.length === 1 ? { model: ids[0] } : { models: writeIds(ids) }
          void navigate({ to: '/', search, replace: true })
        }}
      />
    )
  },
})

const playgroundRoute = createRoute({
  getParentRoute: () => conversations,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { model?: string; models?: string } => ({
    ...(typeof search['model'] === 'string' && search['model'] !== '' && { model: search['model'] }),
    ...(typeof search['models'] === 'string' && search['models'] !== '' && { models: search['models'] }),
  }),
  beforeLoad({ search: { model, models } }) {
    leaveSavedConversation()
    openModels(models === undefined ? (model === undefined ? [] : [model]) : readIds(models))
  },
})

const conversationRoute = createRoute({
  getParentRoute: () => conversations,
  path: '/c/$id',
  loader: ({ params: { id } }) =>
    loadPersister().then(
      (persister) => persister.open(id),
      (error: unknown) => {
        // The conversation is open already, and saving is retried with the next change.
        if (workspace.getState().conversationId === id) return 'open' as const
        throw error
      },
    ),
  // Must run each time, since the open conversation may have changed.
  staleTime: 0,
  gcTime: 0,
})

const modelsRoute = createRoute({
  getParentRoute: () => root,
  path: '/models',
  validateSearch: validateCatalogueSearch,
  component: function Models() {
    const navigate = modelsRoute.useNavigate()
    return (
      <ModelsPage
        search={modelsRoute.useSearch()}
        onSearch={useCallback<OnSearch>(
          (search, options) => void navigate({ search, replace: options?.replace === true }),
          [navigate],
        )}
        onTry={useCallback((model: string) => void navigate({ to: '/', search: { model } }), [navigate])}
      />
    )
  },
})

const modelRoute = createRoute({
  getParentRoute: () => root,
  // `/models/$` would also match `/models`, and win.
  path: '/models/$author/$',
  validateSearch: (search: Record<string, unknown>): { type?: string } =>
    typeof search['type'] === 'string' ? { type: search['type'] } : {},
  component: function OneModel() {
    // From the raw URL, because the router has already decoded its copy once.
    const id = useRouterState({ select: () => modelIdOf(rawPath()) })
    return <ModelPage key={id} id={id ?? ''} type={modelRoute.useSearch().type} />
  },
})

const compareRoute = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: (search: Record<string, unknown>): { ids?: string } =>
    typeof search['ids'] === 'string' && search['ids'] !== '' ? { ids: search['ids'] } : {},
  beforeLoad: ({ search: { ids } }) => {
    if (ids !== undefined) setCompared(readIds(ids))
    // Opens the comparison with the models collected on other pages.
    else if (compareStore.getState().ids.length > 0) {
      redirect({
        to: '/compare',
        search: { ids: writeIds(compareStore.getState().ids) },
        replace: true,
        throw: true,
      })
    }
  },
  component: function Compare() {
    const navigate = compareRoute.useNavigate()
    return (
      <ComparePage
        ids={[...new Set(readIds(compareRoute.useSearch().ids ?? ''))]}
        onIds={(ids) => {
          setCompared(ids)
          void navigate({ search: ids.length === 0 ? {} : { ids: writeIds(ids) } })
        }}
      />
    )
  },
})

const experimentsRoute = createRoute({
  getParentRoute: () => root,
  path: '/experiments',
  component: ExperimentsPage,
})

const experimentRoute = createRoute({
  getParentRoute: () => root,
  path: '/experiments/$id',
  component: function OneExperiment() {
    const { id } = experimentRoute.useParams()
    return <ExperimentPage key={id} id={id} />
  },
})

const reportRoute = createRoute({
  getParentRoute: () => root,
  path: '/experiments/$id/report',
  component: function OneReport() {
    const { id } = reportRoute.useParams()
    return <ReportPage key={id} id={id} />
  },
})

const usageRoute = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  // The page reads it, and says what it ignored.
  validateSearch: (search: UsageSearch) => search,
  component: UsagePage,
})

const settingsRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: (search: Record<string, unknown>): { connection?: string } =>
    typeof search['connection'] === 'string' ? { connection: search['connection'] } : {},
  component: function Settings() {
    const navigate = settingsRoute.useNavigate()
    return (
      <SettingsPage
        selected={settingsRoute.useSearch().connection}
        onSelect={(connection) => void navigate({ search: { connection } })}
      />
    )
  },
})

/**
 * Wraps the import error, because the router recognizes the browser's message and reloads the page. Without the service
 * that would leave nothing.
 */
function withoutReload<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return () =>
    load().catch((cause: unknown) => {
      throw new Error('The script of this page could not be fetched.', { cause })
    })
}

/** The path as in the URL, not decoded. */
function rawPath(): string {
  return isStaticCopy ? (location.hash.slice(1).split('?')[0] ?? '') : location.pathname
}

function NotFound() {
  return (
    <div className="grid justify-items-start gap-3 p-6">
      <h1 className="text-lg font-semibold">Page not found</h1>
      <p className="text-md text-text-muted">Check the address, or go to the playground.</p>
      <Link to="/" className="text-accent underline underline-offset-3">
        Go to the playground
      </Link>
    </div>
  )
}

export const router = createRouter({
  defaultErrorComponent: PageError,
  ...(isStaticCopy && { history: createFragmentHistory() }),
  routeTree: root.addChildren([
    conversations.addChildren([playgroundRoute, conversationRoute]),
    modelsRoute,
    modelRoute,
    compareRoute,
    experimentsRoute,
    experimentRoute,
    reportRoute,
    usageRoute,
    settingsRoute,
  ]),
})

const pages = new Map<string, Pick<AsyncRouteComponent<unknown>, 'preload'>>([
  ['/models', ModelsPage],
  ['/compare', ComparePage],
  ['/experiments', ExperimentsPage],
  ['/usage', UsagePage],
  ['/settings', SettingsPage],
])

/** Milliseconds to wait for the models once the script is loaded: less than rendering the page twice would take. */
const modelsTimeoutMs = 30

/**
 * Loads the script of the current page, and waits briefly for the models so that the page renders only once. A script
 * that fails to load shows an error later.
 */
export async function loadFirstPage(models: Promise<unknown>): Promise<void> {
  const { pathname } = router.latestLocation
  const page = pages.get(pathname) ?? (pathname.startsWith('/models/') ? ModelPage : undefined)
  if (!page) return
  await page.preload?.()
  await Promise.race([models, new Promise((resolve) => setTimeout(resolve, modelsTimeoutMs))])
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
