// First, for its styles come before all others.
import { App, queries, startApp } from './app.tsx'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadIfReachable, isStaticCopy } from '#app/data/calls/page-host.ts'
import { registerServiceWorker } from '#app/data/calls/worker-scripts.ts'
import { modelsQuery } from '#app/data/models/queries.ts'
import { onRetryFailure } from '#app/ui/lazy-part.tsx'
import { runWhenIdle } from '#app/ui/schedule.ts'
import { loadFirstPage } from './router.tsx'

startApp()
// Every page shows models: they are on their way before the first of it is drawn.
const models = queries.prefetchQuery(modelsQuery())

// Where the service answers and a script is gone, Parley was updated.
onRetryFailure(reloadIfReachable)

const place = document.querySelector('#root')
if (!place) throw new Error('index.html has lost its #root')
// Where a page is drawn before its script is here, React fills the hole no sooner than a third of a second later.
// As a transition, so that drawing it takes turns with everything else.
void loadFirstPage(models).then(() =>
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
)

if (isStaticCopy) void registerServiceWorker()
// What a machine reads can stand in the system's own font until the page is drawn.
runWhenIdle(() => void import('@fontsource-variable/jetbrains-mono/wght.css'))
