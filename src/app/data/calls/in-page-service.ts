// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import './zod-without-eval.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import { createService, type Service } from '#service/create-service.ts'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'

let service: Promise<Service> | undefined

/**
 * Handles a request like the service, but inside this page: built-in models and the reference catalogue for a static
 * copy that has no service. The page must import it dynamically and nowhere else.
 */
export async function answerInPage(request: Request): Promise<Response> {
  service ??= start()
  return (await service).fetch(request)
}

async function start(): Promise<Service> {
  const catalogue = createModelCatalogue({
    engines: [createEngine({ kind: 'built-in' }, { clock: systemClock })],
    reference: referenceCatalogue,
  })
  await catalogue.refresh()
  // Only this page can call it, so any key is accepted.
  return createService({ catalogue, keys: { find: () => ({ name: 'this page' }) } })
}
