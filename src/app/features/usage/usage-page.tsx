import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { isStaticCopy } from '#app/data/calls/page-host.ts'
import { ServiceFailure } from '#app/data/calls/service-call.ts'
import { IgnoredNote, LoadProblem } from '#app/models/load-problem.tsx'
import { usePageTitle } from '#app/models/page-title.ts'
import { Button } from '#app/ui/button.tsx'
import { downloadText } from '#app/ui/copy-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { BudgetList } from './budget-list.tsx'
import { usageAsCsv } from './export-usage.ts'
import { KeyNeeded, KeyNote, NoService, NoUsage, UsageSkeleton } from './page-states.tsx'
import { sortUsage, usualSort } from './sort-usage.ts'
import { UsageChart } from './usage-chart.tsx'
import { UsageFigures } from './usage-figures.tsx'
import { UsageTable } from './usage-table.tsx'
import { type UsageView, calendarDay, columnsOf, groupings, periods, readView, writeView } from './usage-view.ts'
import { useToday, useUsage } from './use-usage.ts'

/** The usage page: what the calls of the service used, by day, model and key. */
export function UsagePage() {
  usePageTitle('Usage')
  if (!isStaticCopy) return <ServiceUsage />
  return (
    <>
      <header className="flex h-12 shrink-0 items-center border-b border-line px-4 md:px-5">
        <h1 className="font-semibold">Usage</h1>
      </header>
      <NoService />
    </>
  )
}

/** The view is in the URL. */
function ServiceUsage() {
  const search = useSearch({ from: '/usage' })
  const navigate = useNavigate()
  const { view, ignored } = readView(search, useToday())
  const change = (changes: Partial<UsageView>) =>
    void navigate({ to: '/usage', search: writeView({ ...view, ...changes }), replace: true })
  const { days, table, hasKey } = useUsage(view)
  const by = columnsOf(view)
  const sort = view.sort ?? usualSort(by)
  const { column, descending } = sort
  const data = table.data?.data
  const rows = useMemo(() => data && sortUsage(data, { column, descending }), [data, column, descending])
  const report = days.data
  const isReversed = view.from > view.to
  const failure = days.error ?? table.error

  return (
    <>
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 md:px-5">
        <h1 className="font-semibold">Usage</h1>
        <div className="order-2 flex flex-wrap items-center gap-x-4 gap-y-2 max-md:grid max-md:w-full max-md:grid-cols-2 md:order-1">
          <Choice
            label="By"
            value={view.by}
            options={groupings}
            onChange={(next) => change({ by: next, sort: null })}
          />
          <Choice label="Period" value={view.period} options={periods} onChange={(period) => change({ period })} />
          {view.period === 'custom' && (
            <>
              <DayField label="From" day={view.from} onDay={(from) => change({ from })} />
              <DayField label="To" day={view.to} onDay={(to) => change({ to })} />
            </>
          )}
        </div>
        <div className="order-1 ml-auto flex items-center gap-2 md:order-2">
          <Button
            variant="quiet"
            className="w-8 px-0! pointer-coarse:size-10"
            aria-label="Refresh"
            title="Refresh. New usage appears automatically."
            aria-disabled={days.isFetching}
            onClick={() => void Promise.all([days.refetch(), table.refetch()])}
          >
            <RefreshCw aria-hidden size={16} />
          </Button>
          <Button
            className="pointer-coarse:h-10"
            disabled={rows === undefined || rows.length === 0}
            title={rows?.length === 0 ? 'There is no usage to export.' : undefined}
            onClick={() => {
              if (!rows) return
              const name = `usage-${view.from}-to-${view.to}-by-${by.join('-')}.csv`
              downloadText(name, 'text/csv;charset=utf-8', usageAsCsv(rows, by))
            }}
          >
            <Download aria-hidden size={16} />
            Export CSV
          </Button>
        </div>
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="grid shrink-0 gap-2 px-4 py-3 empty:hidden md:px-5">
          <IgnoredNote ignored={ignored} onDismiss={() => change({})} />
          {isReversed && (
            <Notice tone="warning">The start date is after the end date. Choose an earlier start date.</Notice>
          )}
          {report && failure && !isReversed && (
            <Notice tone="warning">Refresh failed, so this may be out of date. {failure.message}</Notice>
          )}
          {report && !isReversed && <KeyNote name={report.key} />}
        </div>
        {content()}
      </div>
    </>
  )

  function content() {
    if (isReversed) return null
    if (!hasKey) return <KeyNeeded />
    if (!report) {
      if (failure instanceof ServiceFailure && failure.status === 401) return <KeyNeeded />
      if (failure) return <LoadProblem message={failure.message} onRetry={() => void days.refetch()} />
      return <UsageSkeleton withFigures />
    }
    const isEmpty = report.total.requests === 0
    return (
      <>
        {!isEmpty && <UsageFigures total={report.total} />}
        <div className="grid shrink-0 gap-x-10 gap-y-6 px-4 pb-5 empty:hidden md:px-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          {!isEmpty && view.from < view.to && (
            <UsageChart
              days={report.data}
              total={report.total}
              from={view.from}
              to={view.to}
              figure={view.chart}
              onFigure={(chart) => change({ chart })}
            />
          )}
          {report.budgets.length > 0 && <BudgetList budgets={report.budgets} />}
        </div>
        {isEmpty ? (
          <NoUsage period={view.period} onPeriod={(period) => change({ period })} />
        ) : rows ? (
          <UsageTable
            key={view.by}
            rows={rows}
            total={table.data?.total ?? report.total}
            by={by}
            sort={sort}
            onSort={(next) => change({ sort: next })}
          />
        ) : (
          <UsageSkeleton />
        )}
      </>
    )
  }
}

/** A label beside its control, or above it on a phone. */
const choiceClass =
  'flex min-w-0 items-center gap-2 max-md:flex-col max-md:items-stretch max-md:gap-1 pointer-coarse:[&_:is(select,input)]:h-10'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: Readonly<Record<Value, string>>
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = `usage-${label.toLowerCase()}`
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys doesn't know them
  const values = Object.keys(options) as Value[]
  return (
    <div className={choiceClass}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        onChange={({ target }) => {
          const next = values.find((each) => each === target.value)
          if (next) onChange(next)
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {options[each]}
          </option>
        ))}
      </Select>
    </div>
  )
}

function DayField({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  const id = `usage-${label.toLowerCase()}`
  return (
    <div className={choiceClass}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        key={day}
        id={id}
        type="date"
        defaultValue={day}
        // A date that is typed is incomplete, and empty, until its last digit.
        onChange={({ target }) => {
          const next = calendarDay(target.value)
          if (next !== undefined && Number(next.slice(0, 4)) >= 2000) onDay(next)
        }}
        className="rim h-8 px-2 text-sm text-text tabular-nums outline-offset-1"
      />
    </div>
  )
}
