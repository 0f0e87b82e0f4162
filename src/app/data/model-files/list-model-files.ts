import type { QueryClient } from '@tanstack/react-query'
import type { ServiceCall } from '#app/data/calls/service-call.ts'
import { browserBaseUrl } from '#app/data/connections/base-url.ts'
import { connectionTo } from '#app/data/connections/connections.ts'
import { watchModels } from './page-runtime.ts'

let isWatching = false

/** What answers calls to the models in files. From the first call on, `client` reads their list again when it changes. */
export async function answererFor(client: QueryClient | undefined): Promise<ServiceCall['answer']> {
  if (client && !isWatching) {
    isWatching = true
    watchModels(() => {
      void client
        .invalidateQueries({ queryKey: ['connection-models', { id: connectionTo(browserBaseUrl) }] })
        .then(() => client.invalidateQueries({ queryKey: ['other-models'] }))
    })
  }
  return (await import('#app/data/calls/in-page-service.ts')).answerFromModelFiles
}
