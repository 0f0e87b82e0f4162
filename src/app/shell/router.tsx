import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from '@tanstack/react-router'
import { validateCatalogueSearch } from '#app/features/catalogue/catalogue-search.ts'
import { PlaygroundPage } from '#app/features/playground/playground-page.tsx'
import { openModels } from '#app/features/playground/open-models.ts'
import { Layout } from './layout.tsx'

const ModelsPage = lazyRouteComponent(() => import('#app/features/catalogue/models-page.tsx'), 'ModelsPage')

const root = createRootRoute({ component: Layout, notFoundComponent: NotFound })

const playgroundRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { model?: string; models?: string } => ({
    ...(typeof search['model'] === 'string' && search['model'] !== '' && { model: search['model'] }),
    ...(typeof search['models'] === 'string' && search['models'] !== '' && { models: search['models'] }),
  }),
  beforeLoad: ({ search: { model, models } }) => openModels(models?.split(',') ?? (model === undefined ? [] : [model])),
  component: function Playground() {
    const navigate = playgroundRoute.useNavigate()
    return (
      <PlaygroundPage
        onModelsChosen={(ids) =>
          void navigate({
            search: ids.length === 1 ? { model: ids[0] } : { models: ids.join(',') },
            replace: true,
          })
        }
      />
    )
  },
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
        onSearch={(search) => void navigate({ search })}
        onTry={(model) => void navigate({ to: '/', search: { model } })}
      />
    )
  },
})

function NotFound() {
  return (
    <div className="grid justify-items-start gap-3 p-6">
      <h1 className="text-lg font-semibold">There is no page here</h1>
      <p className="text-md text-text-muted">The address may be mistyped, or from another version of Parley.</p>
      <Link to="/" className="text-accent underline underline-offset-3">
        Go to the playground
      </Link>
    </div>
  )
}

export const router = createRouter({ routeTree: root.addChildren([playgroundRoute, modelsRoute]) })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
