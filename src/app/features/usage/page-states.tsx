import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { InlineCode } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Period } from './usage-view.ts'

/** Says whose usage this is, and how to see everyone's. `name` is null for all keys. */
export function KeyNote({ name }: { name: string | null }) {
  if (name === null) return <p className="text-text-muted">Usage of all keys. Days are in UTC.</p>
  return (
    <div className="grid gap-0.5 text-text-muted">
      <p>
        Usage of <bdi className="font-medium text-text">{name}</bdi>, this browser’s key. Days are in UTC.
      </p>
      <p className="text-xs">
        To see all keys, create an admin key on the server and enter it in{' '}
        <Link
          to="/settings"
          search={{ connection: 'this-server' }}
          className="text-accent underline underline-offset-3"
        >
          Settings
        </Link>
        : <InlineCode>npm run keys -- add NAME --scopes admin,chat,models</InlineCode>
      </p>
    </div>
  )
}

/** A static copy has no service that could count: its replies come from a worker of the page, or directly from providers. */
export function NoService() {
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-3 px-4 pt-[6vh] pb-6 md:px-5">
      <h2 className="text-lg font-semibold text-balance">Usage is not available in this copy</h2>
      <p className="text-md text-text-muted">
        This copy has no server: demo models run in the page, and the browser calls your connections directly. Each
        reply shows its own tokens and cost. Run the Parley server to track usage.
      </p>
      <Link to="/" className={buttonClass({ variant: 'primary' })}>
        Open playground
      </Link>
    </div>
  )
}

/** Without a valid key, there is nothing to show. */
export function KeyNeeded() {
  return (
    <div className="p-4 md:p-5">
      <Notice
        tone="danger"
        actions={
          <Link to="/settings" search={{ connection: 'this-server' }} className={buttonClass({ size: 'small' })}>
            Connect a key
          </Link>
        }
      >
        Enter a valid API key to see usage.
      </Notice>
    </div>
  )
}

const emptyWords: Record<Period, string> = {
  today: 'No usage today',
  '7d': 'No usage in the last 7 days',
  '30d': 'No usage in the last 30 days',
  month: 'No usage this month',
  'last-month': 'No usage last month',
  custom: 'No usage on these days',
}

/** Nothing was used in the period. */
export function NoUsage({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
  const isWide = period === '30d' || period === 'custom'
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-3 px-4 pt-[6vh] pb-6 md:px-5">
      <h2 className="text-lg font-semibold text-balance">{emptyWords[period]}</h2>
      <p className="text-md text-text-muted">
        Calls to this server appear here within seconds, with tokens, cost and latency. Send a message in the
        playground, or call the API with a key.
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Open playground
        </Link>
        {!isWide && <Button onClick={() => onPeriod('30d')}>Show last 30 days</Button>}
      </div>
    </div>
  )
}

const skeletonRows = [52, 40, 61, 46, 55, 43]
const skeletonFigures = ['cost', 'requests', 'input', 'output', 'first', 'total']

/**
 * In the place of the table while it is read, and of the figures and the chart above it unless these are there. It fades in
 * late, as most responses arrive before that.
 */
export function UsageSkeleton({ withFigures = false }: { withFigures?: boolean }) {
  const bar = 'rounded-sm bg-tint'
  return (
    <div role="status" aria-label="Loading usage" className="animate-appear-late">
      {withFigures && (
        <div className="grid gap-6 px-4 pt-4 pb-5 md:px-5">
          <div className="grid grid-cols-3 gap-4 lg:grid-cols-6">
            {skeletonFigures.map((name) => (
              <div key={name} className="grid gap-2">
                <div className={`h-3 w-16 ${bar}`} />
                <div className={`h-6 w-20 ${bar}`} />
                <div className={`h-3 w-24 ${bar}`} />
              </div>
            ))}
          </div>
          <div className={`h-40 ${bar}`} />
        </div>
      )}
      <div className="border-t border-line">
        {skeletonRows.map((width) => (
          <div key={width} className="flex h-9 items-center justify-between gap-8 border-b border-line px-4 md:px-5">
            <div className={`h-3.5 ${bar}`} style={{ width: `${width / 3}%` }} />
            <div className={`h-3.5 w-1/3 ${bar}`} />
          </div>
        ))}
      </div>
    </div>
  )
}
