import type { KeyTerms } from '#contract/keys.ts'
import { type UsageBudget, type UsageColumn, type UsageReport, usageColumns, usageDay } from '#contract/usage.ts'
import type { ServiceContext } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import type { KeyHolder } from '#service/state/keys-and-limits.ts'
import { type DailyUsage, dayOf, groupUsage, totalUsage } from '#service/state/ledger.ts'
import { resetOf } from '#service/state/spending-refusals.ts'
import { admitCaller, hasScope } from './caller.ts'
import type { HttpContext } from './http-context.ts'
import type { HttpResponse } from './responses.ts'

/** `GET /v1/usage?from=&to=&by=`: the caller's own usage; everyone's with the scope `admin`. */
export function createUsageRoute(service: ServiceContext) {
  return async ({ header, query }: HttpContext): Promise<HttpResponse> => {
    const caller = await admitCaller(header, service)
    const today = dayOf(service.clock.now())
    const to = readDay(query, 'to') ?? today
    const from = readDay(query, 'from') ?? `${to.slice(0, 7)}-01`
    if (from > to) throw refuse('invalid_value', `from (${from}) is after to (${to}). Swap them.`, { param: 'from' })
    const by = readColumns(query)
    const key = hasScope(caller, 'admin') ? undefined : caller.name
    const rows = await service.ledger.daily(from, to, key)
    const report: UsageReport = {
      key: key ?? null,
      data: groupUsage(rows, by),
      total: totalUsage(rows),
      budgets: await budgetsOf(await visibleKeys(caller, service), key, service),
    }
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return { status: 200, headers, body: JSON.stringify(report) }
  }
}

type Budgeted = Pick<KeyTerms, 'budget_per_day' | 'budget_per_month'> & Pick<KeyHolder, 'name'>

/** The keys whose budgets a caller may see. */
async function visibleKeys(caller: KeyHolder, { keyStore }: ServiceContext): Promise<readonly Budgeted[]> {
  if (keyStore && hasScope(caller, 'admin')) return keyStore.list()
  return caller.terms ? [{ ...caller.terms, name: caller.name }] : []
}

/** From the ledger, which outlasts restarts; what open calls have reserved isn't spent yet. */
async function budgetsOf(
  keys: readonly Budgeted[],
  key: string | undefined,
  { ledger, clock }: Pick<ServiceContext, 'ledger' | 'clock'>,
): Promise<UsageBudget[]> {
  const given = keys.flatMap(({ name, budget_per_day: perDay, budget_per_month: perMonth }) => [
    ...(perDay === null ? [] : [{ key: name, period: 'day' as const, budget: perDay }]),
    ...(perMonth === null ? [] : [{ key: name, period: 'month' as const, budget: perMonth }]),
  ])
  if (given.length === 0) return []
  const now = clock.now()
  const today = dayOf(now)
  const month = await ledger.daily(`${today.slice(0, 7)}-01`, today, key)
  const spentIn = {
    day: costsByKey(month.filter(({ day }) => day === today)),
    month: costsByKey(month),
  }
  return given.map((each) => ({
    ...each,
    spent: spentIn[each.period].get(each.key) ?? 0,
    resets_at: resetOf(each.period, now),
  }))
}

function costsByKey(rows: readonly DailyUsage[]): Map<string, number> {
  return new Map(groupUsage(rows, ['key']).map(({ key = '', cost }) => [key, cost]))
}

function readDay(query: URLSearchParams, name: 'from' | 'to'): string | undefined {
  const given = query.get(name)
  if (given === null) return undefined
  const { success, error } = usageDay.safeParse(given)
  if (success) return given
  throw refuse('invalid_value', `${name} ${error.issues[0]?.message}.`, { param: name })
}

function readColumns(query: URLSearchParams): readonly UsageColumn[] {
  const given = query.get('by')?.split(',')
  if (!given) return usageColumns
  const known = usageColumns.filter((column) => given.includes(column))
  if (given.every((each) => known.some((column) => column === each))) return known
  throw refuse('invalid_value', `by must be one or more of ${usageColumns.join(', ')}, separated by commas.`, {
    param: 'by',
  })
}
