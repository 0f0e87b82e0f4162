import { type KeyList, keyChange, newKey } from '#contract/keys.ts'
import type { ServiceContext } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import type { KeyStore } from '#service/state/key-store.ts'
import { admitCaller } from './caller.ts'
import type { HttpContext } from './http-context.ts'
import { checkValue, readJsonBody } from './request-body.ts'
import type { HttpResponse } from './responses.ts'

/** Bytes of a body that describes a key. */
const maxBodyBytes = 256 * 1024

/** `/v1/keys` and `/v1/keys/{id}`, for keys with the scope `admin`. */
export function createKeyRoutes(service: ServiceContext) {
  async function adminStore({ header }: HttpContext): Promise<KeyStore> {
    await admitCaller(header, service, 'admin')
    if (service.keyStore) return service.keyStore
    throw refuse('not_found', 'Keys can’t be managed in this deployment. Use npm run keys on the server.')
  }

  return {
    async listKeys(http: HttpContext): Promise<HttpResponse> {
      const store = await adminStore(http)
      return json({ object: 'list', data: [...(await store.list())] } satisfies KeyList)
    },
    async createKey(http: HttpContext): Promise<HttpResponse> {
      const store = await adminStore(http)
      const { name, ...terms } = checkValue(newKey, (await readJsonBody(http, maxBodyBytes)).value)
      return json(await store.add(name, terms))
    },
    async changeKey(http: HttpContext): Promise<HttpResponse> {
      const store = await adminStore(http)
      const id = keyIdFrom(http)
      const change = checkValue(keyChange, (await readJsonBody(http, maxBodyBytes)).value)
      return json((await store.change(id, change)) ?? unknownKey(id))
    },
    async revokeKey(http: HttpContext): Promise<HttpResponse> {
      const store = await adminStore(http)
      const id = keyIdFrom(http)
      if (!(await store.revoke(id))) unknownKey(id)
      return json({ id, revoked: true })
    },
  }
}

function keyIdFrom({ path }: HttpContext): string {
  return path.slice('/v1/keys/'.length)
}

function unknownKey(id: string): never {
  throw refuse('not_found', `There is no key with the id “${id.slice(0, 100)}”. List the ids with GET /v1/keys.`)
}

function json(value: unknown): HttpResponse {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return { status: 200, headers, body: JSON.stringify(value) }
}
