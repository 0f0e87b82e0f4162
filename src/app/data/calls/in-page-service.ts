// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import './zod-without-eval.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import { createService, type Service } from '#service/create-service.ts'
import { systemClock } from '#service/service-context.ts'
import { createEngine, type EngineSettings } from '#service/engines/registry.ts'

let started: Promise<Service> | undefined

/**
 * Answers a request as the service does, within this page: the built-in models and the reference catalogue, for a copy of
 * the page that has no service beside it. The only door from the page to the service; always a dynamic import.
 */
export async function answerInPage(request: Request): Promise<Response> {
  started ??= startInPageService()
  return (await started).fetch(request)
}

/** Starts a service of its own, which tests give further engines; `isKey` says which keys it takes, by default any or none. */
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
