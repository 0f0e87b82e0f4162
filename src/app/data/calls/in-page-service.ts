// oxlint-disable-next-line import/no-unassigned-import -- first, before any schema is made
import './zod-without-eval.ts'
import { createModelCatalogue } from '#service/catalogue/catalogue.ts'
import { referenceCatalogue } from '#service/catalogue/reference/reference-catalogue.ts'
import { createService, type Service } from '#service/create-service.ts'
import { systemClock } from '#service/service-context.ts'
import { createEngine } from '#service/engines/registry.ts'

let started: Promise<Service> | undefined

/**
 * Answers a request as the service does, within this page: the built-in models and the reference catalogue, for a copy of
 * the page that has no service beside it. The only door from the page to the service; always a dynamic import.
 */
export async function answerInPage(request: Request): Promise<Response> {
  started ??= start()
  return (await started).fetch(request)
}

async function start(): Promise<Service> {
  const catalogue = createModelCatalogue({
    engines: [createEngine({ kind: 'built-in' }, { clock: systemClock })],
    reference: referenceCatalogue,
  })
  await catalogue.refresh()
  // Nobody but this page can call it, so that there is nobody to keep out.
  return createService({ catalogue, keys: { find: () => ({ name: 'this page' }) } })
}
