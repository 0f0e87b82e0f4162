import { z } from 'zod'

/** What `GET /v1/usage` can group by. */
export const usageColumns = ['day', 'model', 'key'] as const
export type UsageColumn = (typeof usageColumns)[number]

/**
 * The sums of a group of calls. Cached tokens are a part of the input, reasoning tokens of the output. `cost` is US dollars
 * by the price at the time of each call; calls without a known price count as 0. Times are averages in milliseconds:
 * `first_token_ms` over the streamed calls, null if there are none.
 */
const sums = {
  requests: z.int(),
  failed_requests: z.int(),
  input_tokens: z.number(),
  cached_tokens: z.number(),
  output_tokens: z.number(),
  reasoning_tokens: z.number(),
  cost: z.number(),
  first_token_ms: z.number().nullable(),
  total_ms: z.number(),
}

/** A row of `GET /v1/usage`: the columns that it is grouped by, and the sums. `day` is YYYY-MM-DD in UTC. */
export const usageRow = z.object({
  day: z.string().optional(),
  model: z.string().optional(),
  key: z.string().optional(),
  ...sums,
})
export type UsageRow = z.infer<typeof usageRow>

/** A key's budget in US dollars, what it has spent of it in the current UTC day or month, and when it resets. */
export const usageBudget = z.object({
  key: z.string(),
  period: z.enum(['day', 'month']),
  budget: z.number(),
  spent: z.number(),
  resets_at: z.string(),
})
export type UsageBudget = z.infer<typeof usageBudget>

/**
 * `key` is the only key whose usage this is; null for all keys, which the scope `admin` allows. `total` sums `data`, with exact
 * averages. `budgets` are those of the present, whatever days were asked for.
 */
export const usageReport = z.object({
  key: z.string().nullable(),
  data: z.array(usageRow),
  total: z.object(sums),
  budgets: z.array(usageBudget),
})
export type UsageReport = z.infer<typeof usageReport>

/** Columns separated by commas. */
export const usageColumnList = z.string()

const dayExample = 'must be a day such as 2027-01-31, in UTC'
/** A day in UTC, which exists in the calendar. Databases have no year 0. */
export const usageDay = z.iso.date(dayExample).refine((day) => !day.startsWith('0000'), dayExample)
