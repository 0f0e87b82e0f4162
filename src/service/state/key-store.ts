import type { CreatedKey, KeyChange, KeyInfo, KeyTerms } from '#contract/keys.ts'
import { refuse, type ServiceError } from '#service/service-error.ts'
import type { KeyHolder } from './keys-and-limits.ts'

/** Manages keys. Implementations keep hashes only. */
export interface KeyStore {
  /** In the order in which they were added. */
  list(): Promise<readonly KeyInfo[]>
  /** Rejects with a 409 if the name is taken. */
  add(name: string, terms: KeyTerms): Promise<CreatedKey>
  /** Changes some of a key's terms. Undefined if no key has this id. */
  change(id: string, change: KeyChange): Promise<KeyInfo | undefined>
  /** Whether a key with this id existed. It stops working everywhere within two seconds. */
  revoke(id: string): Promise<boolean>
}

/** A stored key: SHA-256 in hexadecimal instead of the key. */
export interface StoredKey extends KeyTerms {
  readonly name: string
  readonly hash: string
  readonly begins: string
  /** ISO 8601. */
  readonly created: string
}

/** The public id of a key, derived from its hash, so that older files need no ids of their own. */
export function keyIdOf(hash: string): string {
  return `key_${hash.slice(0, 16)}`
}

/** A stored key without its hash. */
export function describeKey({ hash, created, ...shown }: StoredKey): KeyInfo {
  return { id: keyIdOf(hash), ...shown, created_at: created }
}

export function nameTaken(name: string): ServiceError {
  return refuse('name_taken', `A key named ${name} already exists. Choose another name, or revoke it first.`, {
    param: 'name',
  })
}

/** Whether a key may use a model, by its published id. Keys without terms may use every model. */
export function isModelAllowed({ terms }: KeyHolder, model: string): boolean {
  return !terms?.models || terms.models.includes(model)
}

/** Throws a 403 if the key is limited to other models. */
export function requireModelAllowed(caller: KeyHolder, model: string): void {
  if (isModelAllowed(caller, model)) return
  const { name, terms } = caller
  const message = `The key ${name} may not use “${model}”. It may use: ${terms?.models?.join(', ')}.`
  throw refuse('model_not_allowed', message, { param: 'model' })
}
