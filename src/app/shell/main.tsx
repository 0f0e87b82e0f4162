import '@fontsource-variable/inter/wght.css'
// Before all other styles, which override its resets.
import '#app/ui/tokens.css'
import '#app/markdown/prose.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startPersistence } from '#app/chat/persistence/load-persistence.ts'
import { reloadIfReachable, isStaticCopy } from '#app/data/calls/page-host.ts'
import { registerServiceWorker } from '#app/data/calls/worker-scripts.ts'
import { watchForKeys } from '#app/data/connections/connection.ts'
import { watchConnections } from '#app/data/connections/connections.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { persistSetup } from '#app/features/playground/history/last-setup.ts'
import { textModels } from '#app/models/text-models.ts'
import { onRetryFailure } from '#app/ui/lazy-part.tsx'
import { runWhenIdle } from '#app/ui/schedule.ts'
import { appCommands } from './app-commands.ts'
import { followConversation, startedConversation } from './conversation-address.ts'
import { OverlayHost } from './overlay-host.tsx'
import { loadFirstPage, router } from './router.tsx'
import { watchForSetupLinks } from './setup-links.ts'
import { listenForShortcuts } from './shortcuts.ts'
import { titleOfPath } from './title-of-path.ts'
import { watchForPastedCurl, watchForFiles } from './watch-for-files.ts'

watchForKeys()
watchConnections()
persistSetup()

// A refusal is an answer: asking again by itself would only delay telling the person.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
// Every page shows models: they are on their way before the first of it is drawn.
const models = queries.prefetchQuery(modelsQuery())

/** Goes to the conversation that is open, or to a new one where nothing was said yet. */
function showConversation(id: string | null, replace = false): void {
  void (id === null
    ? router.navigate({ to: '/', replace })
    : router.navigate({ to: '/c/$id', params: { id }, replace }))
}
followConversation({
  get latestLocation() {
    return router.latestLocation
  },
  show: (id, { replace }) => showConversation(id, replace),
  onSettled: (listener) => router.subscribe('onResolved', listener),
})
router.subscribe('onResolved', () => {
  document.title = titleOfPath(router.latestLocation.pathname)
})

const go = (to: string) =>
  to === '/' ? showConversation(startedConversation.getState().id) : void router.navigate({ to })
const commands = () => appCommands({ go, models: textModels(queries.getQueryData(modelsQuery().queryKey) ?? []) })
// No model has a shortcut, and going over thousands of them would hold up every key that is pressed.
listenForShortcuts(() => appCommands({ go, models: [] }))
const toPlayground = () => void router.navigate({ to: '/' })
watchForSetupLinks(toPlayground)
watchForFiles(toPlayground)
watchForPastedCurl(toPlayground)

// Where the service answers and a script is gone, Parley was updated.
onRetryFailure(reloadIfReachable)

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has lost its #root')
const page = (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <OverlayHost commands={commands} />
    </QueryClientProvider>
  </StrictMode>
)
// Where a page is drawn before its script is here, React fills the hole no sooner than a third of a second later.
// As a transition, so that drawing it takes turns with everything else.
void loadFirstPage(models).then(() => startTransition(() => createRoot(place).render(page)))

if (isStaticCopy) void registerServiceWorker()
startPersistence()
// What a machine reads can stand in the system's own font until the page is drawn.
runWhenIdle(() => void import('@fontsource-variable/jetbrains-mono/wght.css'))
