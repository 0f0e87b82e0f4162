// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import './zod-without-eval.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import { createService, type Service } from '#service/create-service.ts'
import { systemClock } from '#service/service-context.ts'
import { createEngine, type EngineSettings } from '#service/engines/registry.ts'

let service: Promise<Service> | undefined
let fileService: Promise<Service> | undefined

/**
 * Handles a request like the service, but inside this page: built-in models and the reference catalogue for a static
 * copy that has no service. The page must import it dynamically and nowhere else.
 */
export async function answerInPage(request: Request): Promise<Response> {
  service ??= startInPageService()
  return (await service).fetch(request)
}

/** Handles a request to the models in files of this browser, likewise. */
export async function answerFromModelFiles(url: string, init: RequestInit): Promise<Response> {
  fileService ??= startFileService()
  return (await fileService).fetch(new Request(url, init))
}

async function startFileService(): Promise<Service> {
  const { pageRuntime, watchModels } = await import('#app/data/model-files/page-runtime.ts')
  const engine = createEngine({ kind: 'model-files', runtime: pageRuntime }, { clock: systemClock })
  const catalogue = createModelCatalogue({ engines: [engine] })
  await catalogue.refresh()
  const started = createService({ catalogue, keys: { find: () => ({ name: 'this page' }) } })
  let isStale = false
  watchModels(() => (isStale = true))
  return {
    ...started,
    async fetch(request) {
      if (isStale) {
        isStale = false
        await catalogue.refresh()
      }
      return started.fetch(request)
    },
  }
}

/** Starts a separate service, for tests with additional engines. By default `isKey` accepts any key, or none. */
export async function startInPageService({
  engines = [],
  isKey = () => true,
}: { engines?: readonly EngineSettings[]; isKey?: (key: string | undefined) => boolean } = {}): Promise<Service> {
  const catalogue = createModelCatalogue({
    engines: [{ kind: 'built-in' } as const, ...engines].map((each) => createEngine(each, { clock: systemClock })),
    reference: referenceCatalogue,
  })
  await catalogue.refresh()
  return createService({ catalogue, keys: { find: (key) => (isKey(key) ? { name: 'this page' } : undefined) } })
}
