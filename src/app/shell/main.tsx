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

// No automatic retries: they would only delay showing an error response.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
// Every page shows models, so loading starts before the first render.
const models = queries.prefetchQuery(modelsQuery())

/** Navigates to a conversation, or to the empty playground. */
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
// Without models: they have no shortcuts, and thousands of commands would slow down every key press.
listenForShortcuts(() => appCommands({ go, models: [] }))
const goToPlayground = () => void router.navigate({ to: '/' })
watchForSetupLinks(goToPlayground)
watchForFiles(goToPlayground)
watchForPastedCurl(goToPlayground)

// If the server responds but a script is gone, Parley was updated.
onRetryFailure(reloadIfReachable)

const container = document.querySelector('#root')
if (!container) throw new Error('index.html has lost its #root')
const page = (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <OverlayHost commands={commands} />
    </QueryClientProvider>
  </StrictMode>
)
// If a page renders before its script is loaded, React shows it at least 300 ms later. The transition lets rendering
// yield to other work.
void loadFirstPage(models).then(() => startTransition(() => createRoot(container).render(page)))

if (isStaticCopy) void registerServiceWorker()
startPersistence()
// Code uses the system's monospace font until the page has rendered.
runWhenIdle(() => void import('@fontsource-variable/jetbrains-mono/wght.css'))
