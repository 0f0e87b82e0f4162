import { type UsageColumn, type UsageReport, usageColumns, usageDay } from '#contract/usage.ts'
import type { ServiceContext } from '#service/service-context.ts'
import { refuse } from '#service/service-error.ts'
import { dayOf, groupUsage } from '#service/state/ledger.ts'
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
    if (from > to)
      throw refuse('invalid_value', `from is ${from}, which is after to, ${to}. Exchange them.`, { param: 'from' })
    const by = readColumns(query)
    const all = await service.ledger.daily(from, to)
    const visible = hasScope(caller, 'admin') ? all : all.filter(({ key }) => key === caller.name)
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return { status: 200, headers, body: JSON.stringify({ data: groupUsage(visible, by) } satisfies UsageReport) }
  }
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
