import { parseNumber } from '#app/ui/spin-input.tsx'
import type { KeyChange, KeyInfo, KeyScope, KeyTerms } from '#contract/keys.ts'

/** What is typed in the form of a key. Empty limits are none. */
export interface KeyDraft extends Record<LimitName, string> {
  name: string
  owner: string
  scopes: readonly KeyScope[]
  /** Ids separated by commas, spaces or lines; empty allows all. */
  models: string
  /** YYYY-MM-DD in UTC. */
  expires_at: string
}
export type FieldName = keyof KeyDraft

/** A problem of each field that has one, written for the user. */
export type FieldProblems = Partial<Record<FieldName, string>>

/** Fields with a number, in the order of the form. */
export const limits = {
  requests_per_minute: { label: 'Requests per minute', isWhole: true },
  tokens_per_minute: { label: 'Tokens per minute', isWhole: true },
  budget_per_day: { label: 'Budget per day', isWhole: false },
  budget_per_month: { label: 'Budget per month', isWhole: false },
} as const
export type LimitName = keyof typeof limits
export const limitNames = ['requests_per_minute', 'tokens_per_minute', 'budget_per_day', 'budget_per_month'] as const

/** A new key: it may chat and list models, without limits. */
export const emptyDraft: KeyDraft = {
  name: '',
  owner: '',
  scopes: ['chat', 'models'],
  models: '',
  requests_per_minute: '',
  tokens_per_minute: '',
  budget_per_day: '',
  budget_per_month: '',
  expires_at: '',
}

/** The form of an existing key. */
export function draftOf(key: KeyInfo): KeyDraft {
  const limit = (name: LimitName) => String(key[name] ?? '')
  return {
    name: key.name,
    owner: key.owner,
    scopes: key.scopes,
    models: (key.models ?? []).join('\n'),
    requests_per_minute: limit('requests_per_minute'),
    tokens_per_minute: limit('tokens_per_minute'),
    budget_per_day: limit('budget_per_day'),
    budget_per_month: limit('budget_per_month'),
    expires_at: key.expires_at?.slice(0, 10) ?? '',
  }
}

/** The terms of a draft, or what is wrong with it. Names and scopes are checked by the same rules as in the service. */
export function readDraft(draft: KeyDraft): { terms: KeyTerms; problems: FieldProblems } {
  const problems: FieldProblems = {}
  if (draft.name === '') problems.name = 'Enter a name.'
  else if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(draft.name))
    problems.name = 'Use 1 to 64 letters, digits, dots, dashes or underscores, and begin with a letter or digit.'
  if (draft.scopes.length === 0) problems.scopes = 'Choose at least one scope.'
  const limit = (name: LimitName): number | null => {
    if (draft[name].trim() === '') return null
    const value = parseNumber(draft[name])
    const { isWhole } = limits[name]
    const isValid =
      value !== undefined && value <= 1e9 && (isWhole ? value >= 1 && Number.isInteger(value) : value >= 0)
    if (isValid) return value
    problems[name] = isWhole
      ? 'Enter a whole number of at least 1, or leave it empty.'
      : 'Enter an amount in US dollars, such as 12.50, or leave it empty.'
    return null
  }
  const models = [...new Set(draft.models.split(/[\s,]+/u).filter((id) => id !== ''))]
  const terms: KeyTerms = {
    owner: draft.owner.trim(),
    scopes: [...draft.scopes],
    models: models.length === 0 ? null : models,
    requests_per_minute: limit('requests_per_minute'),
    tokens_per_minute: limit('tokens_per_minute'),
    budget_per_day: limit('budget_per_day'),
    budget_per_month: limit('budget_per_month'),
    expires_at: draft.expires_at === '' ? null : `${draft.expires_at}T00:00:00Z`,
  }
  return { terms, problems }
}

/** What differs from how the form began, so that a change by someone else to another field isn't undone. */
export function changesOf(before: KeyDraft, after: KeyDraft): KeyChange {
  const { terms } = readDraft(after)
  const { terms: known } = readDraft(before)
  const same = (name: keyof KeyTerms) => JSON.stringify(terms[name]) === JSON.stringify(known[name])
  return {
    ...(!same('owner') && { owner: terms.owner }),
    ...(!same('scopes') && { scopes: terms.scopes }),
    ...(!same('models') && { models: terms.models }),
    ...(!same('requests_per_minute') && { requests_per_minute: terms.requests_per_minute }),
    ...(!same('tokens_per_minute') && { tokens_per_minute: terms.tokens_per_minute }),
    ...(!same('budget_per_day') && { budget_per_day: terms.budget_per_day }),
    ...(!same('budget_per_month') && { budget_per_month: terms.budget_per_month }),
    ...(!same('expires_at') && { expires_at: terms.expires_at }),
  }
}

/** The order on screen. */
export const fieldNames = ['name', 'owner', 'scopes', 'models', ...limitNames, 'expires_at'] as const

/** The field that a refusal of the service is about: its `param` may be `models[3]`. */
export function fieldOf(param: string | null): FieldName | undefined {
  const [base = ''] = (param ?? '').split(/[.[]/u)
  return fieldNames.find((name) => name === base)
}
