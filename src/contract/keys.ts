import { z } from 'zod'

/** What a key may do: call models, list them, manage keys and see everyone's usage. */
export const keyScopes = ['chat', 'models', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

const nameRule = 'a name is 1 to 64 letters, digits, dots, dashes or underscores, and begins with a letter or digit'

/** Names are safe in logs, tables and shells. */
export const keyName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, nameRule)

const countRule = 'must be a whole number from 1 to 1000000000, or null for no limit'
const perMinute = z.int(countRule).min(1, countRule).max(1_000_000_000, countRule).nullable()
const budgetRule = 'must be dollars from 0 to 1000000000, or null for no limit'
const budget = z.number(budgetRule).min(0, budgetRule).max(1_000_000_000, budgetRule).nullable()
const scopesRule = `must name at least one of ${keyScopes.join(', ')}`

const fields = {
  owner: z.string('must be a text').max(200, 'must not exceed 200 characters'),
  scopes: z.array(z.enum(keyScopes, scopesRule), scopesRule).min(1, scopesRule),
  models: z
    .array(z.string('must be ids of models').min(1, 'must be ids of models'), 'must be ids of models')
    .max(1000, 'must not exceed 1000 models')
    .nullable(),
  requests_per_minute: perMinute,
  tokens_per_minute: perMinute,
  budget_per_day: budget,
  budget_per_month: budget,
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a date and time such as 2027-01-31T00:00:00Z, or null' })
    .nullable(),
}

/**
 * What a key allows; keys made before a field existed get its default. `models` null allows every model. Budgets are US
 * dollars per UTC day and month; null is unlimited.
 */
export const keyTerms = z.object({
  owner: fields.owner.default(''),
  scopes: fields.scopes.default(['chat', 'models']),
  models: fields.models.default(null),
  requests_per_minute: fields.requests_per_minute.default(null),
  tokens_per_minute: fields.tokens_per_minute.default(null),
  budget_per_day: fields.budget_per_day.default(null),
  budget_per_month: fields.budget_per_month.default(null),
  expires_at: fields.expires_at.default(null),
})
export type KeyTerms = z.infer<typeof keyTerms>

/** The body of `POST /v1/keys`. Unknown fields are refused, since a misspelt limit would not limit. */
export const newKey = z.strictObject({ name: keyName, ...keyTerms.shape })

/** The body of `PATCH /v1/keys/{id}`: only what changes. */
export const keyChange = z.strictObject(fields).partial()
export type KeyChange = z.infer<typeof keyChange>

/** A key as `GET /v1/keys` shows it: never the key itself. */
export const keyInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's first characters, so that its owner can recognize it. */
  begins: z.string(),
  created_at: z.string(),
  ...keyTerms.shape,
})
export type KeyInfo = z.infer<typeof keyInfo>

export const keyList = z.object({ object: z.literal('list'), data: z.array(keyInfo) })
export type KeyList = z.infer<typeof keyList>
/** The answer to `POST /v1/keys`, the only one that contains the key. */
export const createdKey = z.object({ ...keyInfo.shape, key: z.string() })
export type CreatedKey = z.infer<typeof createdKey>
export const revokedKey = z.object({ id: z.string(), revoked: z.literal(true) })
