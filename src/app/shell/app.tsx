import '@fontsource-variable/inter/wght.css'
// Before all other styles, which override its resets.
import '#app/ui/tokens.css'
import '#app/markdown/prose.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { workspace } from '#app/chat/store/open-workspace.ts'
import { startPersistence } from '#app/chat/persistence/load-persistence.ts'
import { watchForKeys } from '#app/data/connections/connection.ts'
import { connections, watchConnections } from '#app/data/connections/connections.ts'
import { connectionModelsQuery } from '#app/data/models/connection-models.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { persistSetup } from '#app/features/playground/history/last-setup.ts'
import { suggestedConnectionModel, watchRememberedModels } from '#app/models/remembered-models.ts'
import { modelPath } from '#app/models/model-link.tsx'
import { titleOfPath } from '#app/models/page-title.ts'
import { type CommandContext, appCommands } from './app-commands.ts'
import { followConversation, startedConversation } from './conversation-address.ts'
import { OverlayHost } from './overlay-host.tsx'
import { router } from './router.tsx'
import { watchForSetupLinks } from './setup-links.ts'
import { listenForShortcuts } from './shortcuts.ts'
import { watchForPastedCurl, watchForFiles } from './watch-for-files.ts'

// A refusal is an answer: asking again by itself would only delay telling the person.
export const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** Goes to the conversation that is open, or to a new one where nothing was said yet. */
function showConversation(id: string | null, replace = false): void {
  void (id === null
    ? router.navigate({ to: '/', replace })
    : router.navigate({ to: '/c/$id', params: { id }, replace }))
}

const go = (to: string) =>
  to === '/' ? showConversation(startedConversation.getState().id) : void router.navigate({ to })
const commandContext: CommandContext = {
  go,
  // Not `navigate`, which leaves some characters of an id unencoded in the URL.
  openModel: (id) => router.history.push(modelPath(id)),
  models: () => queries.getQueryData(modelsQuery().queryKey) ?? [],
}

/** Selects the model of a direct connection, if that is the better default and nothing was chosen or said yet. */
async function selectConnectedModel(): Promise<void> {
  const choice = await suggestedConnectionModel({
    own: () => queries.fetchQuery(modelsQuery()),
    ofConnection: (id) => queries.fetchQuery(connectionModelsQuery(id)),
  })
  const { panes } = workspace.getState()
  const [only] = panes
  const { modelId, messages, setModel } = only?.store.getState() ?? {}
  if (choice && panes.length === 1 && modelId === null && messages?.length === 0)
    setModel?.(choice.modelId, choice.connectionId)
}

/** Connects stores, address bar, shortcuts and storage of this tab with each other; once, before anything is drawn. */
export function startApp(): void {
  watchForKeys()
  watchConnections()
  watchRememberedModels()
  persistSetup()
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
  listenForShortcuts(() => appCommands(commandContext))
  const toPlayground = () => void router.navigate({ to: '/' })
  watchForSetupLinks(toPlayground)
  watchForFiles(toPlayground)
  watchForPastedCurl(toPlayground)
  startPersistence()
  void selectConnectedModel()
  connections.subscribe(() => void selectConnectedModel())
}

/** Every page, and what lies over it. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <OverlayHost context={commandContext} />
    </QueryClientProvider>
  )
}
